import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';
import { withHooks } from '../../src/platform/hooks/hooks.ts';

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** A database that answers nothing, for what is kept beside an open one. */
export const openedNowhere = () => withHooks(new Kysely({ dialect }) as unknown as Db, {} as never);
