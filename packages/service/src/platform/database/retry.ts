import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionLostError, ContendedError, DatabaseUnavailableError } from './unavailable.ts';
import { isViolation } from './violations.ts';

/**
 * Codes of PostgreSQL for transactions that others stood in the way of: serialization failure, deadlock; and for prepared
 * statements that are out of date since somebody changed the tables.
 */
const conflicts = ['40001', '40P01', '26000', '0A000'];
const attempts = 5;
/** How long to wait for the database to come back: a restart takes about as long. */
const pausesMillis = [50, 200, 800];

/**
 * Runs a transaction, or work that only reads, and once more when it failed only because of others that ran at the same
 * time, or because the connection was lost before anything was changed. A constraint that is violated although the work
 * looked before is one of these: the next run sees what the other has changed, and says so.
 * @throws ContendedError when others are in the way again and again
 */
export async function retrying<Result>(work: () => Promise<Result>): Promise<Result> {
  let pauses = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ConnectionLostError) {
        if (pauses === pausesMillis.length) throw error;
        await pause(pausesMillis[pauses++]);
      } else {
        if (!inTheWay(error as { code?: string })) throw error;
        if (attempt >= attempts) throw new ContendedError(error);
      }
    }
  }
}

/** The failure that callers are told of: what others stood in the way of is one too, where it could not be run again. */
export function unavailabilityOf(error: unknown): DatabaseUnavailableError | undefined {
  if (error instanceof DatabaseUnavailableError) return error;
  return inTheWay((error ?? {}) as { code?: string }) ? new ContendedError(error) : undefined;
}

const inTheWay = (error: { code?: string }) => conflicts.includes(error.code ?? '') || isViolation(error);
