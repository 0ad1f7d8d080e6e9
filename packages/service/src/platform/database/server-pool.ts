import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { CommitUnknownError, ConnectionLostError, unavailableReason } from './unavailable.ts';

/** SQLSTATEs after which the server ends the connection. */
const fatal = /^(?:08|57P|25P0[34])/;

/** pg's pool as Kysely uses it, with errors that tell whose fault they are. A lost connection ends nothing but its own work. */
export function serverPool(pool: pg.Pool, log: (line: string) => void): PostgresPool {
  const lost = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    // pg's pool listens to idle clients only; the error of a busy one without a listener would end the process.
    client.on('error', (error) => {
      if (!lost.has(client)) log(`A connection to PostgreSQL was lost: ${error.message}`);
      lost.add(client);
    });
  });
  pool.on('error', () => {}); // what the client has told already

  const lend = (client: pg.PoolClient): PostgresPoolClient => {
    const query = async (sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> => {
      // The server has undone what was not committed.
      if (sql === 'rollback' && lost.has(client)) return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      try {
        return (await client.query(sql, parameters as unknown[])) as PostgresQueryResult<never>;
      } catch (error) {
        const failure = error as { code?: string };
        if (lost.has(client) || fatal.test(failure.code ?? '')) {
          lost.add(client);
          throw sql === 'commit' ? new CommitUnknownError(error) : new ConnectionLostError(error);
        }
        throw unavailableReason(failure) ?? error;
      }
    };
    return {
      query: query as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy || lost.has(client)),
    };
  };
  return {
    options: {},
    connect: async () => {
      try {
        return lend(await pool.connect());
      } catch (error) {
        log(`PostgreSQL cannot be reached: ${reasonOf(error)}`);
        throw new ConnectionLostError(error);
      }
    },
    end: () => pool.end(),
  };
}

/** A failed connection over several addresses is one error without a message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
