import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { hooks } from '../../src/app/compose.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { withHooks } from '../../src/platform/hooks/hooks.ts';

/** A database of answers alone, which takes no time, so that a virtual clock passes over it. Notes the statements that it is asked. */
export function answeringDatabase(answer: (sql: string) => object[]): { kysely: Db; statements: string[] } {
  const statements: string[] = [];
  const executeQuery = async (query: CompiledQuery) => {
    const sql = query.sql.replace(/\s+/g, ' ').trim();
    statements.push(sql);
    return { rows: answer(sql) };
  };
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return { executeQuery, async *streamQuery() {} } as never;
    }
  }
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new Driver(),
    createIntrospector: (db: Db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return { kysely: withHooks(new Kysely({ dialect }) as Db, hooks), statements };
}
