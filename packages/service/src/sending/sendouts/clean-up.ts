import { deleteContactFilter, deleteTargetGroup, findContactFilter, findTargetGroup } from '../../audiences/index.ts';
import { lockMailings, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';

/**
 * Deletes the target group of a mailing that has been sent, and then its filter, when the mailing says so: each unless
 * another mailing or group refers to it, the filter unless it is locked. Contacts are never deleted.
 */
export async function cleanUp(db: Db, mailing: Mailing): Promise<void> {
  const { account_id, id, cleanup, target_group_id } = mailing;
  if (!cleanup || target_group_id === null) return;
  const remove = (withFilter: boolean) =>
    db.transaction().execute(async (transaction) => {
      const group = await findTargetGroup(transaction, account_id, target_group_id);
      if (group === undefined) return;
      const others = await lockMailings(transaction, account_id, (other) =>
        other.and([other('target_group_id', '=', group.id), other('id', '<>', id)]),
      );
      if (others.length > 0) return;
      await deleteTargetGroup(transaction, group);
      const filter = await findContactFilter(transaction, account_id, group.contact_filter_id);
      if (!withFilter || filter === undefined || filter.locked_by !== null) return;
      if (!(await deleteContactFilter(transaction, filter))) throw new FilterInUseError();
    });
  try {
    await remove(true);
  } catch (error) {
    if (!(error instanceof FilterInUseError)) throw error;
    await remove(false);
  }
}

/** Undoes the transaction in which a filter could not be deleted. */
class FilterInUseError extends Error {
  override name = 'FilterInUseError';
}
