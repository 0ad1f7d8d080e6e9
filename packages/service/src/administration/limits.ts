import { domainToASCII } from 'node:url';
import { chooseAccount } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { allDomains, type Limit } from '../sending/limits/bucket.ts';
import { callBackPostponed } from '../sending/limits/call-back.ts';
import { limitsOf, removeLimit, setLimit } from '../sending/limits/store.ts';

/** An account, and a domain; all mails of the account without one. */
type Of = { account?: number | undefined; domain?: string | undefined };

/** A limit as the command shows it. */
export interface LimitListing extends Limit {
  /** Null for all mails. */
  domain: string | null;
}

/** What an operator does with limits. */
export function limitAdministration(db: Db) {
  return {
    async setLimit({ account, domain, perMinute, perDay }: Of & Partial<Limit>): Promise<void> {
      const limit = { perMinute: perMinute ?? null, perDay: perDay ?? null };
      if (limit.perMinute === null && limit.perDay === null) {
        throw new Error('give a limit: --per-minute <n>, --per-day <n>, or both');
      }
      const accountId = await chooseAccount(db, account);
      await setLimit(db, accountId, nameOf(domain), limit);
      await callBackPostponed(db, accountId);
    },

    async removeLimit({ account, domain }: Of): Promise<void> {
      const accountId = await chooseAccount(db, account);
      const removed = await removeLimit(db, accountId, nameOf(domain));
      await callBackPostponed(db, accountId);
      if (!removed)
        throw new Error(domain === undefined ? 'there is no limit for all mails' : `${domain} has no limit`);
    },

    async listLimits({ account }: Pick<Of, 'account'>): Promise<LimitListing[]> {
      const limits = await limitsOf(db, await chooseAccount(db, account));
      return Array.from(limits, ([domain, { perMinute, perDay }]) => ({
        domain: domain === allDomains ? null : domain,
        perMinute,
        perDay,
      }));
    },
  };
}

function nameOf(domain: string | undefined): string {
  if (domain === undefined) return allDomains;
  const ascii = domainToASCII(domain);
  if (!/^(?:[a-z\d_-]+\.)*[a-z\d_-]+$/.test(ascii)) throw new Error(`"${domain}" is not a domain, such as example.com`);
  return ascii;
}
