import type { Bucket, Today } from '../limits/bucket.ts';

/** Rate of mails to a receiver that throttles, shared by all processes. */
export interface Pace {
  /** Mails per minute at which the receiver began to throttle. */
  ceiling: number;
  /** Time of the throttling, moved forward by the time in which no mails went. */
  slowedAt: Date;
  /** Mails that may go now, with a fraction. */
  tokens: number;
  filledAt: Date;
}

const minute = 60_000;
/** Factor of the rate when a receiver throttles (RFC 9438, section 4.6). */
const decrease = 0.7;
/** Time until the former rate is reached again. */
const recoveryMillis = 5 * minute;
/** Time after which a pace ends; the rate is 38 times the former one by then. */
const overMillis = 6 * recoveryMillis;
/** Time in which further throttling counts as the same, because mails in flight get the same reply. */
const settlingMillis = 20_000;
/** Lowest rate to begin with: a receiver that throttles the first mails has not shown its limit. */
const leastFirstCeiling = 60;
const leastCeiling = 2;

/** Milliseconds for which mails have gone to the receiver since it asked; a pause tells nothing about what it takes. */
function growthMillis({ slowedAt, filledAt }: Pace, now: Date): number {
  const isIdle = now.getTime() - filledAt.getTime() > recoveryMillis;
  return Math.max(0, (isIdle ? filledAt : now).getTime() - slowedAt.getTime());
}

/**
 * Returns the mails per minute that go to a receiver. The curve is the one of CUBIC (RFC 9438): it returns fast to where the limit was
 * found, stays there for some minutes, and then goes faster and faster beyond it, in case the limit is another one now.
 */
export function rateOf(pace: Pace, now: Date): number {
  const distance = 1 - growthMillis(pace, now) / recoveryMillis;
  return pace.ceiling * (1 - (1 - decrease) * distance ** 3);
}

/** Reports whether a receiver has accepted all mails for so long that it needs no pace. */
export const isOver = (pace: Pace, now: Date): boolean => growthMillis(pace, now) >= overMillis;

/**
 * Returns the pace of a receiver that throttles; unchanged if it was slowed down just before.
 * @param former `undefined` if it did not throttle before
 * @param accepted mails that it accepted in the last minute
 */
export function slowDown(former: Pace | undefined, accepted: number, now: Date): Pace {
  if (former === undefined || isOver(former, now))
    return { ceiling: Math.max(leastFirstCeiling, accepted), slowedAt: now, tokens: 0, filledAt: now };
  if (growthMillis(former, now) < settlingMillis) return former;
  const rate = rateOf(former, now);
  // A limit that has come down will not be back in minutes (RFC 9438, section 4.7).
  const ceiling = rate < former.ceiling ? (rate * (1 + decrease)) / 2 : rate;
  return { ceiling: Math.max(leastCeiling, ceiling), slowedAt: now, tokens: 0, filledAt: now };
}

/** Returns a pace as a limit, from which mails are taken. */
export function toBucket(pace: Pace, { now, day }: Today): Bucket {
  return {
    perMinute: rateOf(pace, now),
    perDay: null,
    tokens: pace.tokens,
    filledAt: pace.filledAt,
    day,
    sentOnDay: 0,
  };
}

/** Returns a pace after mails were taken from its limit. The time before counts for its growth if mails were sent in it. */
export function paceAfterTaking(pace: Pace, { tokens, filledAt }: Bucket): Pace {
  const idle = filledAt.getTime() - pace.filledAt.getTime();
  const slowedAt = idle > recoveryMillis ? new Date(pace.slowedAt.getTime() + idle) : pace.slowedAt;
  return { ...pace, slowedAt, tokens, filledAt };
}
