/** Maximum number of mails to a domain, or to all domains. Each bound may be absent. */
export interface Limit {
  perMinute: number | null;
  perDay: number | null;
}

/** Remaining allowance of a limit, shared by all processes. */
export interface Bucket extends Limit {
  /** Mails that may go now; may be a fraction. */
  tokens: number;
  filledAt: Date;
  /** The day that `sentOnDay` counts, as YYYY-MM-DD in the account's zone. */
  day: string;
  sentOnDay: number;
}

/** The present, as the account sees it. */
export interface Today {
  now: Date;
  day: string;
  /** Start of the next day. */
  tomorrow: Date;
}

/** After a pause, the mails of so many seconds may go at once. */
const burstSeconds = 6;
const minute = 60_000;

const capacityOf = (perMinute: number) => Math.max(1, (perMinute * burstSeconds) / 60);

/** Returns the bucket of a limit of which nothing is used. */
export function freshBucket(limit: Limit, { now, day }: Today): Bucket {
  return {
    ...limit,
    tokens: limit.perMinute === null ? 0 : capacityOf(limit.perMinute),
    filledAt: now,
    day,
    sentOnDay: 0,
  };
}

/** Returns the bucket at a later time. A clock that was set back changes nothing. */
export function refill(bucket: Bucket, { now, day }: Today): Bucket {
  const { perMinute, tokens, filledAt } = bucket;
  const passed = Math.max(0, now.getTime() - filledAt.getTime());
  const filled = perMinute === null ? tokens : Math.min(capacityOf(perMinute), tokens + (passed * perMinute) / minute);
  return { ...bucket, tokens: filled, filledAt: now, ...(day === bucket.day ? {} : { day, sentOnDay: 0 }) };
}

/** Returns when the next mail may go, or `undefined` if one may go now. */
function nextAt({ perMinute, perDay, tokens, sentOnDay }: Bucket, { now, tomorrow }: Today): Date | undefined {
  if (perDay !== null && sentOnDay >= perDay) return tomorrow;
  if (perMinute === null || tokens >= 1) return undefined;
  return new Date(now.getTime() + Math.ceil(((1 - tokens) * minute) / perMinute));
}

function spend(bucket: Bucket): Bucket {
  return {
    ...bucket,
    tokens: bucket.perMinute === null ? bucket.tokens : bucket.tokens - 1,
    sentOnDay: bucket.sentOnDay + 1,
  };
}

/** The name of the limit for all mails of an account. */
export const allDomains = '';

/** Result of a request for mails: those allowed, and the time until which limits hold back further ones. */
export interface Grant {
  buckets: Map<string, Bucket>;
  /** Whether each mail may go, in the order of the requested domains. */
  granted: boolean[];
  /** Time until which each limit holds back further mails, by its name. */
  blocked: Map<string, Date>;
}

/**
 * Takes a mail to each of the domains out of the limits, the one for all included, as far as they reach. What one limit
 * refuses costs the other nothing.
 */
export function takeTokens(limits: ReadonlyMap<string, Bucket>, domains: readonly string[], today: Today): Grant {
  const buckets = new Map([...limits].map(([name, bucket]) => [name, refill(bucket, today)]));
  const blocked = new Map<string, Date>();
  const granted = domains.map((domain) => {
    const names = [allDomains, domain].filter((name) => buckets.has(name));
    let free = true;
    for (const name of names) {
      const until = nextAt(buckets.get(name)!, today);
      if (until === undefined) continue;
      blocked.set(name, until);
      free = false;
    }
    if (free) for (const name of names) buckets.set(name, spend(buckets.get(name)!));
    return free;
  });
  return { buckets, granted, blocked };
}
