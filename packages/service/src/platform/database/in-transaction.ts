import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs in the transaction of the caller, or in one of its own when the caller has none. */
export function inTransaction<Result>(
  db: Kysely<Schema>,
  run: (transaction: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? run(db) : db.transaction().execute(run);
}
