import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from './schema.ts';

/** Runs all pending migrations under one lock and in one transaction: all of them, or none. */
export async function migrate(kysely: Db): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The database could not be migrated${failed ? ` (migration ${failed})` : ''}: ${reason}`, {
    cause: error,
  });
}
