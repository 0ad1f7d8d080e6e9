/** Time and chance, so that tests can hold them. */
export interface Clock {
  /** Milliseconds since 1970; never goes back. */
  now(): number;
  /** From 0 to less than 1. */
  random(): number;
  /** Acts once after so many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  // Not `Date.now()`: somebody may set the clock of the machine while a call waits.
  now: () => performance.timeOrigin + performance.now(),
  random: () => Math.random(),
  after(milliseconds, act) {
    const timer = setTimeout(act, Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
};

// A timer with a longer time would ring at once.
const longestTimer = 2 ** 31 - 1;

/** Waits, or less long when the signal aborts. Never rejects. */
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
