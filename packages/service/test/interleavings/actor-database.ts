import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { hooks } from '../../src/app/compose.ts';
import { guardedKysely } from '../../src/platform/database/guarded.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { clientOptions } from '../../src/platform/database/server-client.ts';
import { withHooks } from '../../src/platform/hooks/hooks.ts';
import type { Stage } from './stage.ts';

/** Connections of an actor to the database, whose statements wait for their turns. */
export class ActorDatabase {
  readonly db: Db;
  readonly actor: string;
  /** Changes from schedule to schedule; connecting takes longer than a schedule. */
  stage: Stage;
  /** Is given the rows of each statement, and the number of steps before it began. */
  onRows: (rows: Record<string, unknown>[], began: number) => void = () => {};
  #pool: pg.Pool;
  #clients = new Set<pg.PoolClient>();

  constructor(stage: Stage, actor: string, connectionString: string) {
    this.stage = stage;
    this.actor = actor;
    const settings = '-c deadlock_timeout=20ms -c timezone=UTC';
    this.#pool = new pg.Pool({ ...clientOptions, connectionString, max: 6, idleTimeoutMillis: 0, options: settings });
    this.#pool.on('error', () => {}); // connections that were cut
    this.#pool.on('connect', (client) => {
      this.#clients.add(client);
      client.on('error', () => {});
    });
    const connect = async (): Promise<PostgresPoolClient> => {
      const client = await this.#pool.connect();
      const pid = (client as unknown as { processID: number }).processID;
      const query = (text: string, values: readonly unknown[]) =>
        this.stage.step(
          actor,
          shortened(text),
          async () => {
            const began = this.stage.history.length;
            const result = await client.query(text, values as unknown[]);
            this.onRows(result.rows, began);
            return result;
          },
          pid,
        );
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    };
    const pool: PostgresPool = { options: {}, connect, end: async () => {} };
    const { kysely } = guardedKysely(new PostgresDialect({ pool }));
    this.db = withHooks(kysely, hooks);
  }

  /** Cuts the connections, as the end of a process does: what was not committed is undone, what runs goes on to its end. */
  cut(): void {
    for (const client of this.#clients)
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}

const shortened = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 90);
