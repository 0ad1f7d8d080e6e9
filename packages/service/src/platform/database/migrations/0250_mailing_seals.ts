import { type Kysely, sql } from 'kysely';

/**
 * What a sealed mailing shows of its account, and the version of it that somebody saw. Mailings that were sealed before have
 * no row: their mails go on to read the account. Sign-offs and schedules without a version are those of before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing_seal (
      account_id bigint not null,
      mailing_id bigint not null,
      version text not null,
      sources jsonb not null,
      sealed_at timestamptz(3) not null default now(),
      primary key (account_id, mailing_id),
      foreign key (account_id, mailing_id) references mailing on delete cascade
    )`.execute(db);
  await sql`alter table mailing_sign_off add column version text`.execute(db);
  await sql`alter table mailing_schedule add column version text`.execute(db);
}
