import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrations } from '../migrations/index.ts';
import { type Effect, effectsOf } from './effects.ts';

/** A migration that this version will run when it starts on a database. */
export interface MigrationAhead {
  name: string;
  effects: Effect[];
}

/**
 * Compares the migrations of a database with those of this version.
 * @param applied names of those that have run
 * @returns those to come, with what they do to tables of the database, and those that only a newer version knows
 */
export async function compareMigrations(
  applied: readonly string[],
  known: Record<string, Migration> = migrations,
): Promise<{ ahead: MigrationAhead[]; newer: string[] }> {
  const names = Object.keys(known).sort();
  const ahead: MigrationAhead[] = [];
  const fresh = new Set<string>();
  for (const name of names.filter((each) => !applied.includes(each))) {
    const statements = await statementsOf(known[name]!);
    const effects = statements.flatMap((statement) => effectsOf(statement, fresh));
    ahead.push({ name, effects: [...new Map(effects.map((each) => [`${each.kind} ${each.table}`, each])).values()] });
  }
  return { ahead, newer: applied.filter((name) => !names.includes(name)) };
}

/** Returns the statements of a migration, of which none runs: every query finds nothing. */
async function statementsOf(migration: Migration): Promise<string[]> {
  const statements: string[] = [];
  const nowhere = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      statements.push(query.sql);
    },
  });
  await migration.up(nowhere);
  await nowhere.destroy();
  return statements;
}
