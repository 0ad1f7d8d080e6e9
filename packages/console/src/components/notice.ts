import { type Content, html } from '../html.ts';

/** Messages about a completed action, by the value of the parameter in the address of the next page. */
const messages: Record<string, string> = {
  added: 'The contact was added.',
  saved: 'The changes were saved.',
  unsubscribed: 'The contact was unsubscribed. No more mail is sent to this address.',
  blocked: 'The address is on the blacklist now.',
  erased: 'The contact was erased.',
  importing: 'The import runs in the background. You can leave this page.',
  'import-deleted': 'The import was deleted. Contacts that were stored stay.',
  'segment-deleted': 'The segment was deleted. Its contacts stay.',
  suppressed: 'The addresses are suppressed: no mailing is sent to them.',
  unsuppressed: 'The suppression was removed. An unsubscription stays.',
  checking: 'The checks are running. Their results appear below.',
  tested: 'The test mail was sent.',
  sending: 'The mailing is on its way.',
  paused: 'The mailing is paused: no more mails are sent until it is resumed.',
  resumed: 'The mailing is being sent again.',
  canceled: 'The mailing was canceled.',
  scheduled: 'The mailing was scheduled.',
  'webhook-deleted': 'The webhook was deleted. No more events are sent to its address.',
  'form-deleted': 'The form was deleted. Contacts who have signed up stay.',
  'image-added': 'The image was stored. Its address is below.',
  'template-added': 'The template was stored.',
  'approval-asked': 'The mailing was sent for approval. Answers appear below.',
  'program-saved': 'The program was saved. Contacts who are under way go on with the version that they started with.',
  invited: 'The invitation is on its way.',
  'key-revoked': 'The key was revoked. Programs that use it are refused.',
  removed: 'The person was removed and cannot sign in any more.',
  'sessions-ended': 'All sessions of the person have ended.',
  'session-ended': 'The session has ended.',
  'codes-off': 'Codes are off. A password alone opens your account again.',
  'passkey-added': 'The passkey was added. You can sign in with it from now on.',
  'passkey-removed': 'The passkey was removed.',
  'sign-off-requested': 'Everybody who may send and has not signed off gets a mail.',
  'signed-off': 'You stand for this mailing now.',
  'sign-off-withdrawn': 'Your sign-off was withdrawn.',
  unscheduled: 'The schedule was removed; the mailing is a draft again.',
};

/** Confirms a change above the page that follows it. */
export const notice = (word: string | null): Content =>
  word !== null && Object.hasOwn(messages, word) && html`<p class="notice good" role="status">${messages[word]}</p>`;

/** Tells what is wrong. */
export const fault = (message: string | undefined): Content =>
  message !== undefined && html`<p class="notice bad" role="alert">${message}</p>`;

/** Explains something beside the point. */
export const hint = (content: Content) => html`<p class="soft">${content}</p>`;

/** Says that a list has nothing, and what to do about it. */
export const empty = (content: Content) => html`<p class="empty">${content}</p>`;
