/** A limit of a key: so many at once, and so many an hour in the long run. */
export interface HourlyLimit {
  key: string;
  perHour: number;
}

const hour = 3_600_000;

/** From this share of a limit on, sign-ups come so fast that browsers have to work for them. */
const attackedShare = 1 / 4;

/**
 * Takes one sign-up out of all limits, or out of none of them.
 * @param usedUntil by key: the time at which nothing of the limit is used any more; absent if nothing is
 * @returns the new times, or how long to wait
 */
export function takeSignUp(
  limits: readonly HourlyLimit[],
  usedUntil: ReadonlyMap<string, number>,
  now: number,
): { granted: Map<string, number> } | { waitMillis: number } {
  const after = limits.map(({ key, perHour }) => {
    return [key, Math.max(now, usedUntil.get(key) ?? now) + hour / perHour] as const;
  });
  const waitMillis = Math.max(...after.map(([, time]) => time - hour - now));
  return waitMillis > 0 ? { waitMillis } : { granted: new Map(after) };
}

/** Reports whether the used share of a limit indicates an attack. */
export function isAttacked(usedUntil: number | undefined, now: number): boolean {
  return usedUntil !== undefined && usedUntil - now > hour * attackedShare;
}

/** Sign-ups of one client (in IPv6: of a network /64), and of its network (/24, /48). */
const perClient = 20;
const perNetwork = 60;

/** Limits of a sign-up: of its form, of the recipient's domain, and of where it comes from. */
export function limitsOf(
  form: { id: number; hourly_limit: number },
  { domain, client, network }: { domain: string; client: string; network: string | null },
): HourlyLimit[] {
  return [
    { key: formKey(form), perHour: form.hourly_limit },
    { key: `domain ${form.id} ${domain}`, perHour: Math.max(1, Math.floor(form.hourly_limit / 2)) },
    { key: `client ${client}`, perHour: perClient },
    { key: `network ${network}`, perHour: perNetwork },
  ];
}

export const formKey = ({ id }: { id: number }): string => `form ${id}`;
