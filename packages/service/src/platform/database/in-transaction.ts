import type { Db } from './schema.ts';

/** Runs in the transaction of the caller, or in one of its own when the caller has none. */
export function inTransaction<Result>(db: Db, run: (transaction: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? run(db) : db.transaction().execute(run);
}
