import { type Selectable, sql } from 'kysely';
import { gathered } from '../../platform/database/gathered.ts';
import type { Db } from '../../platform/database/schema.ts';
import { unseenList } from '../../platform/database/unseen-list.ts';
import { toDomain } from '../../platform/text/email.ts';
import type { SenderDomainTable } from '../tables.ts';
import { domainsUpwards, judgeSender, type SenderStanding } from './rule.ts';

type SenderDomain = Selectable<SenderDomainTable>;
export type SenderProof = SenderDomain['proof'];

/** Returns whether an account may send from an address, and whose keys may sign its mails. Closed accounts own nothing. */
export const senderStanding: (db: Db, accountId: number, address: string) => Promise<SenderStanding> =
  gathered(findStandings);

async function findStandings(db: Db, accountId: number, addresses: readonly string[]): Promise<SenderStanding[]> {
  const domains = addresses.map(toDomain);
  const upwards = new Set(domains.flatMap(domainsUpwards));
  const { rows } = await sql<{ domain: string | null; owners: number[] | null; alone: boolean }>`
    select owned.domain, owned.owners, not exists (
      select from account where id <> ${accountId} and closed_at is null) as alone
    from (select) as always left join (
      select domain, array_agg(account_id) as owners from sender_domain
      where domain = any(${unseenList([...upwards], 'text')})
        and exists (select from account where id = account_id and closed_at is null)
      group by domain) as owned on true`.execute(db);
  const owners = new Map(
    rows.flatMap(({ domain, owners }) => (domain === null ? [] : [[domain, owners!.map(Number)]])),
  );
  return domains.map((domain) => judgeSender(domain, accountId, owners, rows[0]!.alone));
}

/** Reports whether the domain of an address, or one above it, is proven to be the account's: by the DNS or by an operator. */
export async function hasProvenDomain(db: Db, accountId: number, address: string): Promise<boolean> {
  const upwards = domainsUpwards(toDomain(address));
  const own = await listSenderDomains(db, accountId);
  return own.some(({ domain, proof }) => proof !== 'in use' && upwards.includes(domain));
}

/** Lists the domains of senders of one account, or of all open ones. */
export async function listSenderDomains(db: Db, accountId?: number): Promise<SenderDomain[]> {
  return db
    .selectFrom('sender_domain')
    .innerJoin('account', 'account.id', 'account_id')
    .selectAll('sender_domain')
    .where('closed_at', 'is', null)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId!))
    .orderBy('sender_domain.domain')
    .orderBy('account_id')
    .execute();
}

/** Lets domains belong to an account. A proof replaces one that says less: use, an operator's word, the DNS. */
export async function addSenderDomains(
  db: Db,
  accountId: number,
  domains: readonly string[],
  proof: SenderProof,
): Promise<void> {
  if (domains.length === 0) return;
  await db
    .insertInto('sender_domain')
    .values(Array.from(new Set(domains), (domain) => ({ account_id: accountId, domain, proof })))
    .onConflict((known) =>
      known
        .columns(['account_id', 'domain'])
        .doUpdateSet({ proof })
        .where((row) => (proof === 'dns' ? sql<boolean>`true` : row('sender_domain.proof', '=', 'in use'))),
    )
    .execute();
}

/** Returns `false` if the domain does not belong to the account. */
export async function removeSenderDomain(db: Db, accountId: number, domain: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sender_domain')
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the domains of an account that belong to another one, or are above or below one that does; returns them. */
export async function removeForeignDomains(db: Db, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    delete from sender_domain as own where account_id = ${accountId} and exists (
      select from sender_domain as other join account on account.id = other.account_id
      where other.account_id <> ${accountId} and closed_at is null
        and (right('.' || own.domain, length(other.domain) + 1) = '.' || other.domain
          or right('.' || other.domain, length(own.domain) + 1) = '.' || own.domain))
    returning domain`.execute(db);
  return rows.map(({ domain }) => domain);
}
