import { type Kysely, sql } from 'kysely';

/** Codes of authenticator apps with recovery codes, and attempts with the step between password and code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_user
      add column totp_secret bytea,
      add column totp_since timestamptz(3),
      add column totp_step bigint`.execute(db);
  await sql`
    create table user_recovery_code (
      account_id bigint not null,
      user_id bigint not null,
      hash bytea not null,
      primary key (account_id, user_id, hash),
      foreign key (account_id, user_id) references account_user on delete cascade
    )`.execute(db);
}
