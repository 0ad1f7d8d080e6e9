import { type Kysely, sql } from 'kysely';

/**
 * Domains of senders that belong to accounts. What accounts use is taken over, so that their mails are sent as before; a
 * domain that several use belongs to all of them until an operator decides.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sender_domain (
      account_id bigint not null references account on delete cascade,
      domain text not null,
      proof text not null check (proof in ('given', 'dns', 'in use')),
      created_at timestamptz(3) not null default now(),
      primary key (account_id, domain)
    )`.execute(db);
  await sql`create index sender_domain_by_name on sender_domain (domain)`.execute(db);
  await sql`
    insert into sender_domain (account_id, domain, proof)
    select distinct on (account_id, domain) account_id, domain, proof from (
      select id as account_id, lower(domain) as domain, 'given' as proof from account
      union all
      select account_id, lower(substring(sender from '[^@]+$')), 'in use' from mailing_content where sender like '%@%'
      union all
      select account_id, lower(substring(sender from '[^@]+$')), 'in use' from transactional_content where sender like '%@%'
    ) as used where domain <> '' order by account_id, domain, proof`.execute(db);
}
