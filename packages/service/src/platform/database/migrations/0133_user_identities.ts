import { type Kysely, sql } from 'kysely';

/** Identities of users at OpenID Connect providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_identity (
      account_id bigint not null,
      user_id bigint not null,
      issuer text not null,
      subject text not null,
      created_at timestamptz(3) not null default now(),
      used_at timestamptz(3),
      primary key (account_id, user_id, issuer),
      foreign key (account_id, user_id) references account_user on delete cascade
    )`.execute(db);
  await sql`create index user_identity_by_subject on user_identity (issuer, subject)`.execute(db);
}
