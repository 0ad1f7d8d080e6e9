import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that a request waits for mails to be handed over; they are sent all the same. */
const longestWait = 60_000;
/** Milliseconds between two looks, for work that another process does. */
const pause = 1000;

const ends = new EventEmitter().setMaxListeners(0);

/** Wakes those in this process who wait for the end of a start. */
export function notifyTrialEnd(run: string): void {
  ends.emit(run);
}

/** Waits until it is told that a sendout has ended, or seen; at most a minute. Listens from the call on. */
export async function untilEnd(run: string, isOver: () => Promise<boolean>): Promise<void> {
  const told = Promise.withResolvers<boolean>();
  const hear = () => told.resolve(true);
  ends.once(run, hear);
  const giveUp = performance.now() + longestWait;
  try {
    for (;;) {
      const heard = await Promise.race([told.promise, setTimeout(pause, false, { ref: false })]);
      if (heard || performance.now() > giveUp || (await isOver())) return;
    }
  } finally {
    ends.off(run, hear);
  }
}
