import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type AbortableOperationOptions,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
} from 'kysely';
import type { Schema } from './schema.ts';

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

/** Lets one flow of calls hold one connection, and refuses to give it a second while it does. */
class GuardedConnections implements ConnectionProvider {
  #inner: ConnectionProvider;
  #holds = new AsyncLocalStorage<Hold>();

  constructor(inner: ConnectionProvider) {
    this.#inner = inner;
  }

  async provideConnection<T>(
    consumer: (connection: DatabaseConnection) => Promise<T>,
    options?: AbortableOperationOptions,
  ): Promise<T> {
    if (this.#holds.getStore()?.open) throw new OutsideTransactionError();
    const hold: Hold = { open: true };
    const guarded = (connection: DatabaseConnection) => this.#holds.run(hold, consumer, connection);
    try {
      return await this.#inner.provideConnection(guarded, options);
    } finally {
      hold.open = false;
    }
  }
}

/** Kysely over a dialect, where a query outside of the caller's own open transaction fails at once on both databases. */
export function guardedKysely(dialect: Dialect): { kysely: Kysely<Schema>; close(): Promise<void> } {
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
  const kysely = new Kysely<Schema>({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider(new GuardedConnections(executor)),
  });
  return { kysely, close: () => plain.destroy() };
}
