import { type Content, html } from '../html.ts';
import type { Visit } from '../web/routes.ts';
import { type Words, words } from '../words.ts';

/** Messages about a completed action, by the value of the parameter in the address of the next page. */
const messages: Record<string, Words> = {
  added: words('The contact was added.'),
  saved: words('The changes were saved.'),
  unsubscribed: words('The contact was unsubscribed. No more mail is sent to this address.'),
  blocked: words('The address is blocked.'),
  woken: words('The contact is awake: it gets newsletters again.'),
  'sunset-on': words('Contacts who do not respond are asked and rest. Nothing happens before the time below.'),
  'sunset-off': words('It is off. Everybody who rested gets newsletters again.'),
  erased: words('The contact was erased.'),
  'field-deleted': words('The field was deleted.'),
  'image-deleted': words('The image was deleted.'),
  'mailing-deleted': words('The mailing was deleted.'),
  'import-deleted': words('The import was deleted. Contacts that were stored stay.'),
  'segment-deleted': words('The segment was deleted. Its contacts stay.'),
  suppressed: words('The addresses are blocked: no mailing is sent to them.'),
  unsuppressed: words('The address is not blocked any more. An unsubscription stays.'),
  checking: words('The checks were started. Their results appear below.'),
  tested: words('The test mail was sent.'),
  'test-waiting': words(
    'The test mail is still on its way, because the mail server is slow. How it ends is told here and on the overview.',
  ),
  sending: words('The mailing was started. How far it is stands below.'),
  'automatic-created': words('The mailing was created. Look at its text below before people get it.'),
  activated: words('The mailing is active: it is sent from now on.'),
  deactivated: words('The mailing is switched off and can be changed.'),
  'form-on': words('The form is on: people can sign up.'),
  'form-off': words('The form was saved, but it is off: read below what is missing.'),
  paused: words('The mailing is paused: no more mails are sent until it is resumed.'),
  resumed: words('The mailing is being sent again.'),
  canceled: words('The mailing was stopped: the rest is not sent.'),
  scheduled: words('The mailing was scheduled.'),
  replayed: words('Events are sent again, beginning with that day.'),
  'webhook-deleted': words('The webhook was deleted. No more events are sent to its address.'),
  'form-deleted': words('The form was deleted. Contacts who have signed up stay.'),
  'image-added': words('The image was stored. Its address is below.'),
  'template-added': words('The template was stored.'),
  'template-deleted': words('The template was deleted. Mailings that were written with it stay as they are.'),
  'approval-asked': words('The mailing was sent for approval. Answers appear below.'),
  'program-saved': words('The automation was saved. Contacts who are in it already go on with their version for now.'),
  'contacts-finish': words('Contacts under way finish their version. Whoever begins now goes through the latest one.'),
  'contacts-taken-over': words('The latest version takes the contacts over, in the next minutes.'),
  'step-added': words('The step was added.'),
  'step-removed': words('The step was removed. Contacts who are in the automation already go on with their version.'),
  'step-placed': words('The step is in its new place.'),
  'program-started': words('The automation starts for the contacts of the segment, in the next minutes.'),
  'recipe-created': words(
    'The automation and its mailings were created as drafts. Look at the mailings and activate them, then the automation.',
  ),
  invited: words('The invitation is on its way.'),
  'key-revoked': words('The key was revoked. Whatever uses it is refused.'),
  removed: words('The person was removed and cannot sign in any more.'),
  'sessions-ended': words('All sessions of the person have ended.'),
  'session-ended': words('The session has ended.'),
  'codes-off': words('Codes are off. A password alone opens your account again.'),
  'passkey-added': words('The passkey was added. You can sign in with it from now on.'),
  'passkey-removed': words('The passkey was removed.'),
  'sign-off-requested': words('Everybody who may send and has not signed off gets a mail.'),
  'signed-off': words('You signed off this mailing.'),
  'sign-off-withdrawn': words('Your sign-off was withdrawn.'),
  restored: words('The version was restored. What was there before is in the list of versions.'),
  'draft-deleted': words('The unsaved changes were deleted.'),
  shared: words('The report has a new link.'),
  unshared: words('The link was withdrawn. It shows nothing any more.'),
  'reports-counted': words('The reports were counted.'),
  'reports-known': words('The reports were counted before. Nothing has changed.'),
  'reports-foreign': words('The reports are about domains that you do not send from. Nothing was counted.'),
  'reports-old': words('The reports are older than 180 days, or about days to come. Nothing was counted.'),
  'block-added': words('The block was added.'),
  'block-copied': words('The block was duplicated.'),
  'block-moved': words('The block was moved.'),
  'block-kept': words('The block was saved for other mailings.'),
  'saved-block-deleted': words('The saved block was deleted.'),
  'brand-taken': words('The blocks have the brand’s styles now.'),
  'block-removed': words('The block was removed. You can take this back.'),
  'block-stays': words('There is no other place for the block in this direction.'),
  'block-undo': words('The last change was undone.'),
  'block-redo': words('The change was made again.'),
  'experiment-created': words('The variants were created. Change what they try, and then start the experiment.'),
  'experiment-started': words('The experiment was started. How far it is stands below.'),
  'experiment-decided': words('The variant is sent to everybody else.'),
  'experiment-canceled': words('The experiment was canceled: nobody else gets a mail of it.'),
  'experiment-deleted': words('The experiment was deleted. Its mailings stay.'),
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
