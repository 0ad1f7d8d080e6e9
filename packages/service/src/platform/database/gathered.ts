import type { Db } from './schema.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that passes calls on together if they come in the same turn of the event loop, from works of one account that
 * run side by side on one handle, such as those of a `SharedTransactions`: statements cost nearly the same for one as for many.
 * @param run gets the items in the order of the calls and returns a result for each; if it fails, each of the calls does
 */
export function gathered<Item, Result>(
  run: (db: Db, accountId: number, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Db, accountId: number, item: Item) => Promise<Result> {
  const waiting = new WeakMap<Db, Map<number, Waiting<Item, Result>[]>>();

  async function flush(db: Db, accountId: number): Promise<void> {
    const calls = waiting.get(db)!.get(accountId)!;
    waiting.get(db)!.delete(accountId);
    try {
      const results = await run(
        db,
        accountId,
        calls.map(({ item }) => item),
      );
      for (const [at, { resolve }] of calls.entries()) resolve(results[at]!);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (db, accountId, item) =>
    new Promise((resolve, reject) => {
      const ofHandle = waiting.get(db) ?? new Map<number, Waiting<Item, Result>[]>();
      waiting.set(db, ofHandle);
      const calls = ofHandle.get(accountId);
      if (calls) return void calls.push({ item, resolve, reject });
      ofHandle.set(accountId, [{ item, resolve, reject }]);
      // Behind all that resumes in this turn.
      process.nextTick(() => void flush(db, accountId));
    });
}
