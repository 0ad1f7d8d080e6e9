import type { UsageLimit } from '../../platform/network/usage-limits.ts';

const hour = 3_600_000;

/** From this share of a limit on, sign-ups come so fast that browsers have to work for them. */
const attackedShare = 1 / 4;

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
): UsageLimit[] {
  return [
    { key: formKey(form), uses: form.hourly_limit, hours: 1 },
    { key: `domain ${form.id} ${domain}`, uses: Math.max(1, Math.floor(form.hourly_limit / 2)), hours: 1 },
    { key: `client ${client}`, uses: perClient, hours: 1 },
    { key: `network ${network}`, uses: perNetwork, hours: 1 },
  ];
}

export const formKey = ({ id }: { id: number }): string => `form ${id}`;
