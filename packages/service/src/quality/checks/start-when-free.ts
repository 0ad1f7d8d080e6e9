import { setTimeout as pause } from 'node:timers/promises';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { BackgroundKind, CheckRun } from './kind.ts';
import { takeOverCheck } from './store.ts';

/**
 * Starts a check that the caller makes itself, as soon as one that runs has ended: the service may be making it for a page of the
 * console at the moment, and a command that failed for that would have to be tried again by hand.
 * @param findMailing reads the mailing, whose contents may change meanwhile; its errors end the waiting
 * @param wait resolves when it is worth looking again
 */
export async function startWhenFree(
  db: Db,
  findMailing: () => Promise<Mailing>,
  kind: BackgroundKind,
  wait: () => Promise<unknown> = () => pause(250),
): Promise<CheckRun> {
  for (;;) {
    const run = await takeOverCheck(db, await findMailing(), kind);
    if (run !== undefined) return run;
    await wait();
  }
}
