import { findAccount } from '../../account/index.ts';
import {
  addEntries,
  blacklistEntry,
  contactPieces,
  contactTags,
  eraseContacts,
  findOrInsertBlacklist,
  suppressionList,
  unsubscribe,
} from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { changeContactsKind } from './change-kind.ts';
import { type ContactsChange, endChange, findChange, lockChange, noteProgress } from './changes.ts';
import { type ContactSelection, selectionCondition } from './selection.ts';

/** Contacts that one transaction changes. */
const atOnce = 500;

/**
 * Changes all contacts of a selection, some in each transaction, so that it goes on where it was interrupted.
 * @param wake starts the tasks that erase what outboxes have
 */
export const changeContactsJob = (wake: () => void): JobHandler<{ changeId: number }> => ({
  ...changeContactsKind,
  async run(db, { changeId }, { accountId, signal }) {
    for (let goesOn = true; goesOn; ) {
      if (signal.aborted) return;
      goesOn = await retrying(() =>
        db.transaction().execute((transaction) => changeSome(transaction, accountId, changeId)),
      );
    }
    if ((await findChange(db, accountId, changeId))?.action === 'erase') wake();
  },
});

/** Reports whether contacts may be left. */
async function changeSome(db: Db, accountId: number, changeId: number): Promise<boolean> {
  const change = await lockChange(db, accountId, changeId);
  if (change?.state !== 'running') return false;
  const piece = await contactPieces.nextPiece(db, accountId, change.last_id);
  if (piece === undefined || change.last_id >= change.end_id) {
    await endChange(db, change);
    return false;
  }
  const contacts = await piece.contacts
    .where('contact.id', '<=', change.end_id)
    .where(selectionCondition(accountId, change.selection as ContactSelection))
    .select(['contact.id', 'email_folded'])
    .orderBy('contact.id')
    .limit(atOnce)
    .forUpdate()
    .execute();
  if (contacts.length > 0) await apply(db, change, contacts);
  const last_id = contacts.length === atOnce ? contacts.at(-1)!.id : piece.last;
  await noteProgress(db, change, { last_id, done: contacts.length });
  return true;
}

async function apply(
  db: Db,
  { account_id, action, tag }: ContactsChange,
  contacts: readonly { id: number; email_folded: string | null }[],
): Promise<void> {
  const ids = contacts.map(({ id }) => id);
  switch (action) {
    case 'tag':
      return contactTags.addTag(db, account_id, ids, tag!);
    case 'untag':
      return contactTags.removeTag(db, account_id, ids, tag!);
    case 'block': {
      const list = await findOrInsertBlacklist(db, account_id, suppressionList);
      const entries = contacts.flatMap(({ email_folded }) => email_folded ?? []).map(blacklistEntry.entryOf);
      return addEntries(db, account_id, list, entries, undefined);
    }
    case 'unsubscribe':
      return unsubscribe(db, await findAccount(db, account_id), ids, {
        source: 'other',
        mailingId: undefined,
        reasons: [],
      });
    case 'erase':
      return eraseContacts(db, account_id, ids);
  }
}
