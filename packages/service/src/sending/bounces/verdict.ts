import type { BounceReason } from '../../tracking/index.ts';

/** Bounces of a contact since the last sign that its mailbox lives, and the limits of its account. */
export interface BounceDays {
  /** Days with a permanent bounce which says that the mailbox is unknown. */
  unknown_days: number;
  /** Days with a permanent bounce which says that the mailbox or its server is gone; those of `unknown_days` among them. */
  hard_days: number;
  /** Days with any other bounce. */
  soft_days: number;
  unknown_limit: number;
  hard_limit: number;
  /** `null` if such bounces block nobody. */
  soft_limit: number | null;
  /** End of the hold after the last hard bounce; `null` if it is over, or the account holds nobody back. */
  held_until: Date | null;
  /** Of the last bounce. */
  status_code: string;
  reason: BounceReason;
}

/** A block, which ends by itself if it has a time. */
export interface Verdict {
  explanation: string;
  until?: Date;
}

/** Returns what the limits of an account mean for a contact; `undefined` if mails may go on. */
export function judgeBounces(bounces: BounceDays): Verdict | undefined {
  const { unknown_days, hard_days, soft_days, unknown_limit, hard_limit, soft_limit, held_until } = bounces;
  if (unknown_days >= unknown_limit) return block(bounces, unknown_days, 'which say that the mailbox is unknown');
  if (hard_days >= hard_limit) return block(bounces, hard_days, 'which say that the mailbox does not exist');
  if (soft_limit !== null && soft_days >= soft_limit)
    return block(bounces, soft_days, 'each saying that the mailbox could not be reached');
  return held_until === null ? undefined : hold(bounces, held_until);
}

function block({ status_code, reason }: BounceDays, days: number, said: string): Verdict {
  const when = days === 1 ? '1 day' : `${days} different days`;
  return {
    explanation: `Bounces on ${when} without a sign of life in between, ${said}. The last one: ${reason}, ${status_code}.`,
  };
}

function hold({ status_code, reason }: BounceDays, until: Date): Verdict {
  const time = until.toISOString().slice(0, 16).replace('T', ' ');
  return {
    explanation: `Held back until ${time} UTC, because a mail came back. The last bounce: ${reason}, ${status_code}.`,
    until,
  };
}
