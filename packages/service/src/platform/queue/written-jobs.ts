import type { Db } from '../database/schema.ts';

/** Listeners by the adapter of Kysely, which a database shares with its transactions. */
const listeners = new WeakMap<object, Set<() => void>>();

const adapterOf = (db: Db): object => db.getExecutor().adapter;

/** Tells the queues of this process that a job was written. Its transaction may commit later, or never. */
export function noteWritten(db: Db): void {
  for (const listener of listeners.get(adapterOf(db)) ?? []) listener();
}

/** Calls back whenever this process has written a job. Returns a function that ends that. */
export function onWritten(db: Db, listener: () => void): () => void {
  const adapter = adapterOf(db);
  const known = listeners.get(adapter) ?? new Set();
  listeners.set(adapter, known.add(listener));
  return () => known.delete(listener);
}

/** Half a second, in which a transaction that writes a job usually commits. */
const tellMillis = 500;

/**
 * For a process without a queue: calls `tell` soon after it has written jobs, so that another one need not find them by polling.
 * @returns a function that ends that
 */
export function tellOfWritten(db: Db, tell: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = onWritten(db, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, tellMillis);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
}
