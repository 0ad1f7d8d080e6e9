import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AbortableOperationOptions,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
} from 'kysely';
import type { Db, Schema } from './schema.ts';
import { tracedConnection } from './traced.ts';

/** A query went to the database itself while the same flow of calls held a transaction or a connection open. */
export class OutsideTransactionError extends Error {
  override name = 'OutsideTransactionError';
  constructor() {
    super(
      'query outside of the open transaction: use the transaction that was handed to the callback. On the embedded database, which has one connection, this query would wait for ever; on a server it would not see the changes.',
    );
  }
}

type Hold = { open: boolean };

/** Of whatever database. */
const held = new AsyncLocalStorage<Hold>();

/**
 * Reports whether the running work holds a connection, such as that of a transaction. Then it must not wait for threads or
 * the network: the embedded database has one connection, and everybody else would wait for them too.
 */
export const holdsConnection = (): boolean => held.getStore()?.open === true;

/** Lets one flow of calls hold one connection, refuses to give it a second while it does, and knows who holds one. */
class GuardedConnections implements ConnectionProvider {
  #inner: ConnectionProvider;
  #holds = new AsyncLocalStorage<Hold>();
  #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor(inner: ConnectionProvider) {
    this.#inner = inner;
  }

  async provideConnection<T>(
    consumer: (connection: DatabaseConnection) => Promise<T>,
    options?: AbortableOperationOptions,
  ): Promise<T> {
    if (this.#holds.getStore()?.open) throw new OutsideTransactionError();
    if (this.#closed) throw new Error('The database is closed.');
    const hold: Hold = { open: true };
    const guarded = (connection: DatabaseConnection) =>
      held.run(hold, () => this.#holds.run(hold, consumer, tracedConnection(connection)));
    const running = this.#inner.provideConnection(guarded, options);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      hold.open = false;
      this.#running.delete(running);
    }
  }

  /** Refuses everybody from now on, and resolves when the last one has given the connection back. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }
}

/** Kysely over a dialect, where a query outside of the caller's own open transaction fails at once on both databases. */
export function guardedKysely(dialect: Dialect): { kysely: Db; close(): Promise<void> } {
  const driver: Driver = dialect.createDriver();
  const plain = new Kysely<Schema>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
  const executor = plain.getExecutor();
  const connections = new GuardedConnections(executor);
  const kysely = new Kysely<Schema>({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider(connections),
  });
  return { kysely, close: () => connections.close().then(() => plain.destroy()) };
}
