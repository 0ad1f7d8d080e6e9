/** Time and random numbers, replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  now(): number;
  /** A random number from 0 to less than 1. */
  random(): number;
  /** Calls the function once after this number of milliseconds, unless the returned function is called first. */
  after(milliseconds: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  // Not `Date.now()`, because the system clock can be adjusted while a call waits.
  now: () => performance.timeOrigin + performance.now(),
  random: () => Math.random(),
  after(milliseconds, act) {
    const timer = setTimeout(act, Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
};

// A timer with a longer delay would fire at once.
const longestTimer = 2 ** 31 - 1;

/** Waits until the time is over or the signal aborts. Never rejects. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      cancel();
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const cancel = clock.after(milliseconds, wake);
    signal?.addEventListener('abort', wake);
    if (signal?.aborted) wake();
  });
}
