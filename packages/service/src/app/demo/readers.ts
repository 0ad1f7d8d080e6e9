/** What somebody does with a mail of the demo. */
export interface DemoReading {
  opensAfterMinutes: number | undefined;
  /** Number of the link that is followed, from 0; undefined for none. */
  clicks: number | undefined;
  unsubscribes: boolean;
  userAgent: string;
}

const PROGRAMS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0 Safari/537.36',
] as const;

const DAY_MINUTES = 24 * 60;

/**
 * Returns what a contact does with the mail of a month: some read everything, some never, and most read at once or not at all. The
 * same numbers lead to the same reading, so that every demo has the same past.
 */
export function readingOf(contactId: number, month: number): DemoReading {
  const interest = scatter(contactId, 1);
  const mood = scatter(contactId, month + 2);
  const opens = mood < 20 + interest * 0.7;
  const clicks = opens && mood < interest * 0.35;
  return {
    opensAfterMinutes: opens
      ? 3 + Math.round(3 * DAY_MINUTES * (scatter(contactId, month + 31) / 100) ** 3)
      : undefined,
    clicks: clicks ? scatter(contactId, month + 57) % 2 : undefined,
    unsubscribes: !clicks && opens && scatter(contactId, month + 83) === 7,
    userAgent: PROGRAMS[scatter(contactId, 5) % PROGRAMS.length]!,
  };
}

/** Reports whether the mailbox of a contact does not exist. */
export const hasNoMailbox = (contactId: number): boolean => scatter(contactId, 11) === 3;

/** Spreads two numbers over 0 to 99 (a step of xorshift, Marsaglia 2003). */
function scatter(one: number, other: number): number {
  let state = (one * 2_654_435_761 + other * 40_503 + 1) >>> 0;
  for (let round = 0; round < 3; round++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
  }
  return state % 100;
}
