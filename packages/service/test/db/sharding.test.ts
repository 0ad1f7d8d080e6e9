import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../support/database.ts';

/** What cannot be spread over several servers by account as it is, and what is to be done about it. */
const exceptions: Record<string, string> = {
  'account: table': 'the list of accounts itself: small, copied to all servers',
  'account: unique account_pkey': 'as above',
  // Who presents one of these does not say whose it is. They are random, so nothing is lost when they are unique by account;
  // but a table from their hashes to accounts, copied to all servers, must tell which server to ask.
  'api_key: unique api_key_hash_key': 'found before the account is known',
  'approval_token: unique approval_token_hash_key': 'as above',
  'mailing: unique mailing_archive_token_key': 'as above',
  'mailing: unique mailing_report_token_key': 'as above',
  'media_image: unique media_image_token_key': 'as above',
  'opt_in_token: unique opt_in_token_hash_key': 'as above',
  'sign_up_form: unique sign_up_form_token_key': 'as above',
  'bounce_source: table': 'ways in for bounces of all accounts: small, copied to all servers',
  'bounce_source: unique bounce_source_pkey': 'as above',
  'operator_key: table': 'keys of operators of all accounts: few, copied to all servers',
  'operator_key: unique operator_key_hash_key': 'as above',
  'operator_key: unique operator_key_pkey': 'as above',
  'receiver_pace: reference receiver_pace_relay_id_fkey': 'as relays',
  'receiver_pace: table': 'what receivers ask of the relays of all accounts: small, copied to all servers',
  'receiver_pace: unique receiver_pace_pkey': 'as above',
  'relay: table': 'relays of all accounts: small, copied to all servers',
  'relay: unique relay_name_key': 'as above',
  'relay: unique relay_pkey': 'as above',
  'passkey_challenge: table': 'challenges of some minutes, before the account is known: small, copied to all servers',
  'passkey_challenge: unique passkey_challenge_pkey': 'as above',
  'user_passkey: unique user_passkey_credential_id_key': 'found before the account is known',
  'sign_in_allowance: table': 'attempts to sign in, before the account is known: small, copied to all servers',
  'sign_in_allowance: unique sign_in_allowance_pkey': 'as above',
  'kysely_migration: table': 'on the coordinator only',
  'kysely_migration: unique kysely_migration_pkey': 'as above',
  'kysely_migration_lock: table': 'as above',
  'kysely_migration_lock: unique kysely_migration_lock_pkey': 'as above',
};

const server = databases().find(({ kind }) => kind === 'server')!;

test('every table can be spread by account: it is in each key and each reference', async () => {
  const { kysely: db } = await server.open();
  const { rows } = await sql<{ rule: string; table: string; columns: string[] }>`
    select 'table' as rule, relname as "table", array(
      select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    union all
    select 'unique ' || indexrelid::regclass, indrelid::regclass::text, array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey::int2[]))
    from pg_index join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace where indisunique
    union all
    select 'reference ' || conname, conrelid::regclass::text, array(
      select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey))
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by 2, 1`.execute(db);
  expect(rows.length).toBeGreaterThan(150);
  const without = rows.filter(({ columns }) => !columns.includes('account_id'));
  expect(without.map(({ table, rule }) => `${table}: ${rule}`).sort()).toEqual(Object.keys(exceptions).sort());
});
