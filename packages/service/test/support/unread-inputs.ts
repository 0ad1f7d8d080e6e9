import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What accepted requests may carry and no handler reads, with all below it, each with its reason. */
const readByNobody: Record<string, string> = {
  'activateMailingDispatching.If-Match': 'compared before the handler runs (app/intercept-handlers.ts)',
  'addMailingSignOff.If-Match': 'as above',
  'createMailingDispatching.If-Match': 'as above',
  'createMailingSchedule.If-Match': 'as above',
  'sendMailingNow.If-Match': 'as above',
  'updateMailingSchedule.If-Match': 'as above',
  'createContactFilter.body.rules.type': 'the field has a type of its own; clients send along which one they expect',
  'createContactFilter.body.groups.rules.type': 'as above',
  'countMatchingContacts.body.rules.type': 'as above',
  'updateContactFilterRules.body.rules.type': 'as above',
  'createMailingPreview.body.event.order': 'values of an example event are read only by texts that name them',
  'createTransactions.body.contact.permission':
    'PHP clients send `permission: null` with a contact; only an imported contact is given one',
  'createTransactions.body.content.order_no.no':
    'sent where text is due: the answer refuses this transaction, and the request itself is accepted',
  'createTransactions.release': 'the description says that it is ignored; older clients send it',
  'deleteAllContacts.authorized': 'the description allows "yes" alone',
  'pingPost.body': 'clients send any text, and it means nothing',
  'updateWebhook.body.created': 'programs send back all that they have read; the description says that it is ignored',
  'updateWebhook.body.id': 'as above',
  'updateWebhook.body.last_delivery': 'as above',
  'updateWebhook.body.progress': 'as above',
};

/** Reports whether the place, or one that it is below of, is listed with its reason. */
export const isReadByNobody = (place: string): boolean =>
  Object.keys(readByNobody).some((listed) => place === listed || place.startsWith(`${listed}.`));

/**
 * Returns the directory of what came and what was read. `npm test` and the run that goes on after it (`MAILWRIGHT_INPUTS`) share
 * one, because neither sends everything.
 */
export const inputsDirectory = (runDirectory: string): string =>
  process.env.MAILWRIGHT_INPUTS ?? join(runDirectory, 'inputs');

/** What accepted requests of the whole run carried and nobody read, such as `listContacts.updated_after`. */
export function unreadInputs(directory: string): string[] {
  mkdirSync(directory, { recursive: true });
  const present = new Set<string>();
  const read = new Set<string>();
  for (const file of readdirSync(directory)) {
    const part = JSON.parse(readFileSync(join(directory, file), 'utf8')) as { present: string[]; read: string[] };
    for (const place of part.present) present.add(place);
    for (const place of part.read) read.add(place);
  }
  return [...present].filter((place) => !read.has(place)).sort();
}
