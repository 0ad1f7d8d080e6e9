import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { type ContactCondition, matching, parseEmail } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { targetCondition } from '../content/recipients.ts';
import type { Check, Subject, Tools } from '../findings/subject.ts';
import { deadDomains } from './domains.ts';
import { forecast } from './forecast.ts';

const sampled = 500;

/** Forecasts bounces from a sample of the target group: addresses that are none, and domains that take no mail. */
export const checkBounces = (async ({ db, mailing }: Subject, { takesMail }: Tools) => {
  const condition = await targetCondition(db, mailing);
  if (condition === undefined) return { ...forecast(0, 0, 0) };
  const { total, sample } = await sampleAddresses(db, mailing.account_id, condition);
  const addresses = sample.map((address) => parseEmail(address)?.folded);
  const domains = new Set(addresses.flatMap((address) => (address === undefined ? [] : [domainOf(address)])));
  const dead = takesMail ? await deadDomains(domains, takesMail) : new Set<string>();
  const bad = addresses.filter((address) => address === undefined || dead.has(domainOf(address)));
  return { ...forecast(total, sample.length, bad.length) };
}) satisfies Check;

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Addresses of a part of the contacts that mail can be sent to, the same part each time, and how many there are. */
async function sampleAddresses(db: Kysely<Schema>, accountId: number, condition: ContactCondition) {
  const reachable = matching(db, accountId, condition)
    .where('anonymous', '=', false)
    .where('email', 'is not', null)
    .where('blocked_at', 'is', null);
  const { total } = await reachable.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await reachable.select('email').orderBy(sql`hashint8(id)`).orderBy('id').limit(sampled).execute();
  return { total, sample: rows.map(({ email }) => email!) };
}
