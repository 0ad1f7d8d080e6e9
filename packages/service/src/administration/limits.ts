import { domainToASCII } from 'node:url';
import { allDomains, type Limit, limitsOf, removeLimit, setLimit, wakePostponed } from '../sending/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';
import { unknown } from './refusal.ts';

/** An account, and a domain; all mails of the account without one. */
type Of = { account?: number | undefined; domain?: string | undefined };

/** A limit as the command shows it. */
export interface LimitListing extends Limit {
  /** Null for all mails. */
  domain: string | null;
}

export const limitActions = {
  setLimit: writes(async ({ db }, { account, domain, perMinute, perDay }: Of & Partial<Limit>): Promise<void> => {
    const limit = { perMinute: perMinute ?? null, perDay: perDay ?? null };
    if (limit.perMinute === null && limit.perDay === null) {
      throw new Error('give a limit: --per-minute <n>, --per-day <n>, or both');
    }
    const accountId = await chooseAccount(db, account);
    await setLimit(db, accountId, nameOf(domain), limit);
    await wakePostponed(db, accountId);
  }),

  removeLimit: writes(async ({ db }, { account, domain }: Of): Promise<void> => {
    const accountId = await chooseAccount(db, account);
    const removed = await removeLimit(db, accountId, nameOf(domain));
    await wakePostponed(db, accountId);
    if (!removed) throw unknown(domain === undefined ? 'there is no limit for all mails' : `${domain} has no limit`);
  }),

  listLimits: reads(async ({ db }, { account }: Pick<Of, 'account'>): Promise<LimitListing[]> => {
    const limits = await limitsOf(db, await chooseAccount(db, account));
    return Array.from(limits, ([domain, { perMinute, perDay }]) => ({
      domain: domain === allDomains ? null : domain,
      perMinute,
      perDay,
    }));
  }),
} satisfies Actions;

const nameOf = (domain: string | undefined): string => (domain === undefined ? allDomains : toAsciiDomain(domain));

/** @throws Error if it is no domain */
export function toAsciiDomain(domain: string): string {
  const ascii = domainToASCII(domain);
  if (!/^(?:[a-z\d_-]+\.)*[a-z\d_-]+$/.test(ascii)) throw new Error(`"${domain}" is not a domain, such as example.com`);
  return ascii;
}
