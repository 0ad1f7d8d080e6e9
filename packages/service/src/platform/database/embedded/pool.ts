import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { parameterText, textParser } from '../wire.ts';
import type { TextResult } from './messages.ts';
import type { DatabaseThread } from './thread.ts';
import type { Turns } from './turns.ts';

/**
 * The one connection of the embedded database in the shape of pg's pool, as far as Kysely's PostgreSQL dialect uses it.
 * Who connects has the database alone until the release, so transactions exclude each other.
 */
export function embeddedPool(
  thread: Pick<DatabaseThread, 'query'>,
  turns: Turns,
  end: () => Promise<void>,
): PostgresPool {
  // Kysely remembers by client that a connection was set up, so there is one client, lent out again and again.
  let giveBack = () => {};
  const client = {
    query: async (sql: string, parameters: readonly unknown[]) =>
      parseResult(await thread.query(sql, parameters.map(parameterText))),
    release: () => giveBack(),
  } as PostgresPoolClient;
  return {
    options: {},
    connect: async () => {
      giveBack = await turns.take();
      return client;
    },
    end,
  };
}

function parseResult({ command, rowCount, fields, rows }: TextResult): PostgresQueryResult<unknown> {
  const columns = fields.map((field) => ({ name: field.name, parse: textParser(field.dataTypeID) }));
  return {
    command: command as PostgresQueryResult<unknown>['command'],
    rowCount,
    rows: rows.map((row) => {
      const values: Record<string, unknown> = {};
      columns.forEach(({ name, parse }, index) => {
        const text = row[index] ?? null;
        values[name] = text === null ? null : parse(text);
      });
      return values;
    }),
  };
}
