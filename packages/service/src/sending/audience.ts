import { type ContactFilter, findContactFilter, findTargetGroup, lockContactFilter } from '../audiences/index.ts';
import type { Mailing } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';

/** Returns the filter of the target group of a mailing; `undefined` if it has none. */
export const findAudience = (db: Db, mailing: Mailing): Promise<ContactFilter | undefined> =>
  readAudience(db, mailing, findContactFilter);

/**
 * As `findAudience`, and holds the filter until the transaction ends: a refresh that ends meanwhile would remove the members
 * that the filter names.
 */
export const lockAudience = (db: Db, mailing: Mailing): Promise<ContactFilter | undefined> =>
  readAudience(db, mailing, lockContactFilter);

async function readAudience(db: Db, { account_id, target_group_id }: Mailing, read: typeof findContactFilter) {
  const group = target_group_id === null ? undefined : await findTargetGroup(db, account_id, target_group_id);
  return group && read(db, account_id, group.contact_filter_id);
}
