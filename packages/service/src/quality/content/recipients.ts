import { filterCondition, findContactFilter, findTargetGroup } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { ContactCondition } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';

/** The condition to be in the target group of a mailing, as it is now; undefined when the mailing has none. */
export async function targetCondition(db: Db, mailing: Mailing): Promise<ContactCondition | undefined> {
  const { account_id, target_group_id } = mailing;
  if (target_group_id === null) return undefined;
  const group = await findTargetGroup(db, account_id, target_group_id);
  const filter = group && (await findContactFilter(db, account_id, group.contact_filter_id));
  return filter && filterCondition(filter);
}
