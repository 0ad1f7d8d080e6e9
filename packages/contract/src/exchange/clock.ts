import { setTimeout } from 'node:timers/promises';

/** The time that a run sees and waits for. */
export interface Clock {
  /** Milliseconds of the time of day, for dates in headers. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (milliseconds) => void (await setTimeout(milliseconds)),
};
