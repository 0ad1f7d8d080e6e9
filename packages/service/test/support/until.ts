import { setTimeout as pause } from 'node:timers/promises';

/** Asks until there is an answer; errors count as none. @throws Error with the last one after so many milliseconds */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined | false>,
  { millis = 120_000, every = 100 } = {},
): Promise<Answer> {
  const end = performance.now() + millis;
  let last: unknown;
  for (;;) {
    const answer = await ask().catch((error) => {
      last = error;
      return undefined;
    });
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`${what} did not happen within ${millis / 1000} s`, { cause: last });
    await pause(every);
  }
}
