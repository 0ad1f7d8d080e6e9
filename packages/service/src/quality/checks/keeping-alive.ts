import type { Db } from '../../platform/database/schema.ts';
import type { CheckRun } from './kind.ts';
import { keepCheck } from './store.ts';

/** Much less than the time after which a check counts as cut off. */
const heartbeatMillis = 20_000;

/** Does something that takes its time on behalf of a check, and says all the while that it goes on. */
export async function keepingAlive<Result>(db: Db, run: CheckRun, work: () => Promise<Result>): Promise<Result> {
  const heartbeat = setInterval(() => keepCheck(db, run).catch(() => {}), heartbeatMillis);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
