import { type Kysely, sql } from 'kysely';

/** What webhooks send of the contact and of the event; custom fields by their ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook
      add column url_parameters jsonb not null default '[]',
      add column standard_fields text[] not null default '{}',
      add column custom_fields bigint[] not null default '{}',
      add column event_fields text[] not null default '{}'`.execute(db);
}
