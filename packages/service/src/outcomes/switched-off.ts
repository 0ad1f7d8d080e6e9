import type { Db } from '../platform/database/schema.ts';
import { recordOutcome } from './store.ts';

/** A form or a program before and after a change. */
interface Switch {
  id: number;
  wasOn: boolean;
  isOn: boolean;
  /** The user who had saved it last; null if it was none. */
  savedBy: number | null;
  /** The user who changes it; null if it is none. */
  changedBy: number | null;
}

/** Records that somebody has switched off what another person had switched on, in the transaction of the change. */
export async function recordSwitchedOff(
  db: Db,
  accountId: number,
  kind: 'form' | 'program',
  { id, wasOn, isOn, savedBy, changedBy }: Switch,
): Promise<void> {
  if (!wasOn || isOn || savedBy === changedBy) return;
  await recordOutcome(db, accountId, { kind, objectId: id, startedBy: savedBy, result: 'done' });
}
