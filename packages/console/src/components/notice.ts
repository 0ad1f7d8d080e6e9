import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { type Words, words } from '../words.ts';

/** Messages about a completed action, by the value of the parameter in the address of the next page. */
const messages: Record<string, Words> = {
  added: words('The contact was added.'),
  saved: words('The changes were saved.'),
  unsubscribed: words('The contact was unsubscribed. No more mail is sent to this address.'),
  blocked: words('The address is on the blacklist now.'),
  erased: words('The contact was erased.'),
  importing: words('The import runs in the background. You can leave this page.'),
  'import-deleted': words('The import was deleted. Contacts that were stored stay.'),
  'segment-deleted': words('The segment was deleted. Its contacts stay.'),
  suppressed: words('The addresses are suppressed: no mailing is sent to them.'),
  unsuppressed: words('The suppression was removed. An unsubscription stays.'),
  checking: words('The checks are running. Their results appear below.'),
  tested: words('The test mail was sent.'),
  sending: words('The mailing is on its way.'),
  paused: words('The mailing is paused: no more mails are sent until it is resumed.'),
  resumed: words('The mailing is being sent again.'),
  canceled: words('The mailing was canceled.'),
  scheduled: words('The mailing was scheduled.'),
  'webhook-deleted': words('The webhook was deleted. No more events are sent to its address.'),
  'form-deleted': words('The form was deleted. Contacts who have signed up stay.'),
  'image-added': words('The image was stored. Its address is below.'),
  'template-added': words('The template was stored.'),
  'template-deleted': words('The template was deleted. Mailings that were written with it stay as they are.'),
  'approval-asked': words('The mailing was sent for approval. Answers appear below.'),
  'program-saved': words(
    'The program was saved. Contacts who are under way go on with the version that they started with.',
  ),
  invited: words('The invitation is on its way.'),
  'key-revoked': words('The key was revoked. Programs that use it are refused.'),
  removed: words('The person was removed and cannot sign in any more.'),
  'sessions-ended': words('All sessions of the person have ended.'),
  'session-ended': words('The session has ended.'),
  'codes-off': words('Codes are off. A password alone opens your account again.'),
  'passkey-added': words('The passkey was added. You can sign in with it from now on.'),
  'passkey-removed': words('The passkey was removed.'),
  'sign-off-requested': words('Everybody who may send and has not signed off gets a mail.'),
  'signed-off': words('You stand for this mailing now.'),
  'sign-off-withdrawn': words('Your sign-off was withdrawn.'),
  unscheduled: words('The schedule was removed; the mailing is a draft again.'),
};

/** Confirms a change above the page that follows it. */
export function notice({ say, query }: Visit): Content {
  const done = query.get('done') ?? '';
  return Object.hasOwn(messages, done) && html`<p class="notice good" role="status">${say(messages[done]!)}</p>`;
}

/** Tells what is wrong. */
export const fault = (message: string | undefined): Content =>
  message !== undefined && html`<p class="notice bad" role="alert">${message}</p>`;

/** Explains something beside the point. */
export const hint = (content: Content) => html`<p class="soft">${content}</p>`;

/** Says that a list has nothing, and what to do about it. */
export const empty = (content: Content) => html`<p class="empty">${content}</p>`;
