import { type Kysely, sql } from 'kysely';

/** Reports of receivers about the domains of senders (DMARC, TLS), summed up by domain, day and source. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table domain_report (
      account_id bigint not null references account on delete cascade,
      kind text not null check (kind in ('dmarc', 'tls')),
      reporter text not null,
      report_id text not null,
      domain text not null,
      begins_at timestamptz(3) not null,
      day date not null,
      received_at timestamptz(3) not null default now(),
      primary key (account_id, kind, reporter, report_id, domain, begins_at)
    )`.execute(db);
  await sql`
    create table reported_domain (
      account_id bigint not null references account on delete cascade,
      domain text not null,
      day date not null,
      reports integer not null,
      policy text check (policy in ('none', 'quarantine', 'reject')),
      primary key (account_id, domain, day)
    )`.execute(db);
  await sql`
    create table mail_source (
      account_id bigint not null references account on delete cascade,
      domain text not null,
      day date not null,
      address text not null,
      standing text not null check (standing in ('aligned', 'forwarded', 'other_service', 'unproven')),
      dkim boolean not null,
      spf boolean not null,
      disposition text not null check (disposition in ('none', 'pass', 'quarantine', 'reject')),
      proven_by text,
      messages bigint not null,
      primary key (account_id, domain, day, address, standing, dkim, spf, disposition)
    )`.execute(db);
  await sql`
    create table tls_session (
      account_id bigint not null references account on delete cascade,
      domain text not null,
      day date not null,
      result text not null,
      sessions bigint not null,
      primary key (account_id, domain, day, result)
    )`.execute(db);
  for (const table of ['domain_report', 'reported_domain', 'mail_source', 'tls_session'])
    await sql`create index ${sql.ref(`${table}_by_day`)} on ${sql.table(table)} (account_id, day)`.execute(db);
}
