import type { Db } from '../platform/database/schema.ts';
import { hooksOf } from '../platform/hooks/hooks.ts';
import type { OutcomeKind } from './outcome.ts';
import type { RecordedOutcome } from './store.ts';

/** Returns the names of objects of an account by their ids, without those that were deleted. */
type FindNames = (db: Db, accountId: number, ids: readonly number[]) => Promise<Map<number, string>>;

declare module '../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Names of what outcomes are about: the contexts above know them. */
    outcomeNames: Readonly<Record<OutcomeKind, FindNames>>;
  }
}

/** Returns a function that gives the name of what an outcome is about, or `undefined` if that was deleted. */
export async function readNames(
  db: Db,
  accountId: number,
  outcomes: readonly RecordedOutcome[],
): Promise<(outcome: RecordedOutcome) => string | undefined> {
  const names = new Map<OutcomeKind, Map<number, string>>();
  for (const [kind, some] of Map.groupBy(outcomes, (outcome) => outcome.kind)) {
    const ids = some.map(({ object_id }) => object_id);
    names.set(kind, await hooksOf(db).outcomeNames[kind](db, accountId, ids));
  }
  return ({ kind, object_id }) => names.get(kind)?.get(object_id);
}
