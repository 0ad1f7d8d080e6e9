import { retrying } from './retry.ts';
import type { Db } from './schema.ts';
import { CommitUnknownError } from './unavailable.ts';

/** Works that share a transaction. More of them would let the first one wait for longer than they save. */
const mostTogether = 20;

interface Member {
  run(db: Db): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs short works in transactions that those share which come for the same account while another one is under way: the disk is waited
 * for once. They run side by side, so that `gathered` functions serve all of them by one statement. Each is told of its result when all
 * are durable. If one fails, which undoes the others, each is run anew by itself. For a database with one connection, on which they
 * would wait for each other anyway.
 */
export class SharedTransactions {
  #db: Db;
  /** Works that wait, by the accounts for which a transaction is under way. */
  #waiting = new Map<number, Member[]>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Runs work that may be run again, as `retrying` does. */
  run<Result>(accountId: number, work: (db: Db) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const member = { run: work, resolve: resolve as Member['resolve'], reject };
      const waiting = this.#waiting.get(accountId);
      if (waiting) waiting.push(member);
      else {
        this.#waiting.set(accountId, [member]);
        void this.#runAll(accountId);
      }
    });
  }

  async #runAll(accountId: number): Promise<void> {
    const waiting = this.#waiting.get(accountId)!;
    while (waiting.length > 0) await this.#runTogether(waiting.splice(0, mostTogether));
    this.#waiting.delete(accountId);
  }

  async #runTogether(members: readonly Member[]): Promise<void> {
    try {
      const results = await retrying(() =>
        this.#db.transaction().execute((transaction) => allEnded(members.map((member) => member.run(transaction)))),
      );
      for (const [at, member] of members.entries()) member.resolve(results[at]);
    } catch (error) {
      // Nobody knows whether they were made, so they must not be made again.
      if (members.length === 1 || error instanceof CommitUnknownError) for (const { reject } of members) reject(error);
      else for (const member of members) await this.#runTogether([member]);
    }
  }
}

/** Waits until all have ended, because none may go on behind the end of the transaction. @throws the error of the first that failed */
async function allEnded(works: readonly Promise<unknown>[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  const results = await Promise.all(works.map((work) => work.catch((error: unknown) => void failures.push(error))));
  if (failures.length > 0) throw failures[0];
  return results;
}
