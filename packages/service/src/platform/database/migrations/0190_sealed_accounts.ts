import { type Kysely, sql } from 'kysely';

/**
 * Accounts that are being moved to another installation. Triggers that call the function exist on the tables only while an
 * account is sealed. Work that looks for rows of all accounts passes over those of a sealed one; other changes are refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column sealed_at timestamptz(3)`.execute(db);
  await sql`create function refuse_sealed_writes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or tg_op = 'UPDATE' and tg_table_name = any (
        array['api_key', 'console_session', 'erasure', 'idempotency_key', 'job', 'recipient_batch']) then
        return null;
      end if;
      raise exception 'the account is sealed' using errcode = 'MW001';
    end $$`.execute(db);
}
