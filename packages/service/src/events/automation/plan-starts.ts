import type { Db } from '../../platform/database/schema.ts';
import type { Program } from './programs.ts';
import { planDateStart } from './start-by-date.ts';
import { planSegmentStart } from './start-by-segment.ts';
import { planExistingStart } from './start-existing.ts';

/**
 * Plans what has contacts begin a program that was saved, which must be locked.
 * @param before the program as it was; none if it is new
 */
export async function planStarts(db: Db, accountId: number, id: number, before?: Program): Promise<void> {
  await planDateStart(db, accountId, id);
  await planExistingStart(db, accountId, id, before);
  await planSegmentStart(db, accountId, id, before);
}
