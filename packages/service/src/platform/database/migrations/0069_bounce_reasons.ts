import { type Kysely, sql } from 'kysely';

/** Why each mail bounced; of earlier bounces as their status tells it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bounce add column reason text collate "C" not null default 'undefined'`.execute(db);
  await sql`
    update bounce set reason = case
      when status_code ~ '^.\\.1\\.[13]$' then 'mailbox-unknown'
      when status_code ~ '^.\\.(1\\.2|4\\.4)$' then 'host-unknown'
      when status_code ~ '^.\\.1\\.6$' then 'moved'
      when status_code ~ '^.\\.1\\.[78]$' then 'sender-rejected'
      when status_code ~ '^.\\.1\\.10$' then 'accepts-no-mail'
      when status_code ~ '^.\\.2\\.1$' then 'mailbox-disabled'
      when status_code ~ '^.\\.2\\.2$' then 'mailbox-full'
      when status_code ~ '^.\\.(2\\.3|3\\.4)$' then 'too-big'
      when status_code ~ '^.\\.3\\.' then 'system'
      when status_code ~ '^.\\.4\\.7$' then 'expired'
      when status_code ~ '^.\\.4\\.' then 'network'
      when status_code ~ '^.\\.5\\.' then 'protocol'
      when status_code ~ '^.\\.6\\.' then 'content'
      when status_code ~ '^.\\.7\\.' then 'policy'
      else 'undefined' end`.execute(db);
}
