import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionLostError } from './unavailable.ts';

/** Codes of PostgreSQL for transactions that others stood in the way of: serialization failure, deadlock. */
const conflicts = ['40001', '40P01'];
const attempts = 5;
/** How long to wait for the database to come back: a restart takes about as long. */
const pausesMillis = [50, 200, 800];

/**
 * Runs a transaction, or work that only reads, and once more when it failed only because of others that ran at the same
 * time, or because the connection was lost before anything was changed.
 */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  let pauses = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const lost = error instanceof ConnectionLostError;
      if (lost && pauses < pausesMillis.length) await pause(pausesMillis[pauses++]);
      else if (lost || attempt >= attempts || !conflicts.includes((error as { code?: string }).code ?? '')) throw error;
    }
  }
}
