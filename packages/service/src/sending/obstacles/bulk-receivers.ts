import { sql } from 'kysely';
import { type ContactFilter, countMembers } from '../../audiences/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { refusalReason } from '../deliveries/refusal-reason.ts';
import { type BulkReceiver, fewestForBulk, forecastBulk } from '../receivers/bulk-forecast.ts';
import { wellKnownDomains } from '../receivers/providers.ts';

const domain = sql<string>`split_part(contact.email_folded, '@', 2)`;
const isWellKnown = sql<boolean>`${domain} = any(${wellKnownDomains}::text[])`;

/**
 * Returns the receivers at which a mailing makes its account a bulk sender. Counts only if so many mails are possible at all.
 * @param recipients of the mailing
 */
export async function findBulkReceivers(
  db: Db,
  mailing: Mailing,
  filter: ContactFilter,
  recipients: number,
): Promise<BulkReceiver[]> {
  if (recipients === 0) return [];
  const lately = await countLately(db, mailing.account_id);
  const most = [...lately.values()].reduce((sum, each) => sum + each, recipients);
  if (most < fewestForBulk) return [];
  const text = sql<string | null>`case when ${refusalReason(mailing)} is null and ${isWellKnown} then ${domain} end`;
  const counted = await countMembers(db, filter, mailing.targetgroup_update ? 'rules' : 'members', text);
  const mails = new Map([...counted].flatMap(([key, count]) => (key === null ? [] : [[key, count] as const])));
  return forecastBulk(mails, lately);
}

/** Mails of an account in the last 24 hours to well-known mailboxes, by domain. */
async function countLately(db: Db, accountId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ domain: string; mails: number }>`
    select ${domain} as domain, count(*)::int8 as mails
    from delivery join contact on contact.account_id = ${accountId} and contact.id = delivery.contact_id
    where delivery.account_id = ${accountId} and sent_at > now() - interval '1 day' and ${isWellKnown}
    group by 1`.execute(db);
  return new Map(rows.map(({ domain, mails }) => [domain, mails]));
}
