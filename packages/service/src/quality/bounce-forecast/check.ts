import { sql } from 'kysely';
import { type ContactCondition, contactsMatching, parseEmail } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { contactsWithoutMailbox } from '../../sending/index.ts';
import { targetCondition } from '../content/recipients.ts';
import type { CheckedMailing, CheckFunction, Tools } from '../findings/subject.ts';
import { deadDomains } from './domains.ts';
import { forecast } from './forecast.ts';

const sampled = 500;

/** Forecasts bounces from a sample of the target group: addresses that are none, domains that take no mail, dead mailboxes. */
export const checkBounces = (async ({ db, mailing }: CheckedMailing, { takesMail }: Tools) => {
  const condition = await targetCondition(db, mailing);
  if (condition === undefined) return { ...forecast(0, 0, 0) };
  const { total, sample } = await sampleAddresses(db, mailing.account_id, condition);
  const recipients = sample.map(({ id, email }) => ({ id, address: parseEmail(email)?.folded }));
  const domains = new Set(recipients.flatMap(({ address }) => (address === undefined ? [] : [domainOf(address)])));
  const dead = takesMail ? await deadDomains(domains, takesMail) : new Set<string>();
  const ids = sample.map(({ id }) => id);
  const gone = await contactsWithoutMailbox(db, mailing.account_id, ids);
  const bad = recipients.filter(
    ({ id, address }) => address === undefined || dead.has(domainOf(address)) || gone.has(id),
  );
  return { ...forecast(total, sample.length, bad.length) };
}) satisfies CheckFunction;

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** Ids and addresses of a part of the contacts that mail can be sent to, the same part each time, and how many there are. */
async function sampleAddresses(db: Db, accountId: number, condition: ContactCondition) {
  const reachable = contactsMatching(db, accountId, condition)
    .where('anonymous', '=', false)
    .where('email', 'is not', null)
    .where('blocked_at', 'is', null);
  const { total } = await reachable.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await reachable
    .select(['id', 'email'])
    .orderBy(sql`hashint8(id)`)
    .orderBy('id')
    .limit(sampled)
    .execute();
  return { total, sample: rows.map(({ id, email }) => ({ id, email: email! })) };
}
