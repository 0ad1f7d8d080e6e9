import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/open.ts';
import { databases } from '../support/database.ts';

/** Found without knowing the account: by the hash of a secret, or by age; certificates, relays, paces, operators and keys of secrets are those of all accounts. */
const withoutAccount = [
  'account_pkey',
  'account_user_by_email',
  'api_key_hash_key',
  'approval_token_hash_key',
  'bounce_source_pkey',
  'console_session_by_end',
  'contact_import_by_end',
  'idempotency_key_by_age',
  'journal_entry_by_age',
  'mailing_archive_token_key',
  'mailing_report_token_key',
  'media_image_token_key',
  'operator_key_hash_key',
  'operator_key_pkey',
  'opt_in_request_unanswered',
  'opt_in_token_hash_key',
  'ordered_certificate_pkey',
  'passkey_challenge_pkey',
  'receiver_pace_pkey',
  'recipient_batch_due',
  'relay_name_key',
  'relay_pkey',
  'secret_key_id_key',
  'secret_key_pkey',
  'sender_domain_by_name',
  'sign_in_allowance_pkey',
  'sign_up_allowance_by_end',
  'sign_up_form_token_key',
  'transactional_mail_by_age',
  'user_identity_by_subject',
  'user_passkey_credential_id_key',
  'verified_backup_pkey',
];

describe.each(databases())('the tables on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  beforeAll(async () => {
    database = await open();
    const account = database.kysely.insertInto('account').values({ name: 'one', domain: 'example.org' });
    accountId = (await account.returning('id').executeTakeFirstOrThrow()).id;
  });
  afterAll(() => database.close());

  const mailing = (values: Record<string, unknown>) =>
    database.kysely
      .insertInto('mailing')
      .values({
        account_id: accountId,
        name: 'News',
        name_folded: 'news',
        creator_name: 'j.doe',
        creator_folded: 'j.doe',
        ...values,
      })
      .returningAll()
      .executeTakeFirstOrThrow();

  test('every key and every index begins with the account', async () => {
    const { rows } = await sql<{ index: string }>`
      select indexrelid::regclass::text as index
      from pg_index
      join pg_class on pg_class.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where relnamespace = 'public'::regnamespace and relname not like 'kysely_%' and attname <> 'account_id'
      order by 1`.execute(database.kysely);
    expect(rows.map(({ index }) => index)).toEqual(withoutAccount);
  });

  test('every foreign key is backed by an index of its own table', async () => {
    const { rows } = await sql`
      select conname from pg_constraint
      where contype = 'f' and not exists (
        select from pg_index
        where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] = conkey)`.execute(database.kysely);
    expect(rows).toEqual([]);
  });

  test('a new mailing is a draft with the documented settings', async () => {
    expect(await mailing({ name: 'Defaults' })).toMatchObject({
      type: 'regular',
      state: 'draft',
      version: 1,
      content_version: 1,
      tracking_strategy: 'highest-permission',
      speed_level: 'medium',
      tags: [],
      contacts_limit: 2147483647,
      targetgroup_update: true,
      cleanup: false,
      ignore_permission: false,
      qos_checks: true,
      archive_token: expect.stringMatching(/^[0-9a-f]{32}$/),
      created_at: expect.any(Date),
    });
  });

  test('names of mailings are unique in the account, compared exactly', async () => {
    await mailing({ name: 'Same' });
    await mailing({ name: 'same' });
    await expect(mailing({ name: 'Same' })).rejects.toMatchObject({ code: '23505' });
  });

  test.each([
    ['a state that there is not', { state: 'gone' }, '23514'],
    ['a type that there is not', { type: 'irregular' }, '23514'],
    ['an account that there is not', { account_id: 999_999 }, '23503'],
    ['a target group of nobody', { target_group_id: 999_999 }, '23503'],
  ])('a mailing with %s is refused', async (name, values, code) => {
    await expect(mailing({ name, ...values })).rejects.toMatchObject({ code });
  });

  test('a target group keeps its contact filter, a mailing loses its target group', async () => {
    const { kysely } = database;
    const filter = await sql<{ id: number }>`
      insert into contact_filter (account_id, name, author, rules) values (${accountId}, 'f', 'a', '{}') returning id`;
    const filterId = (await filter.execute(kysely)).rows[0]!.id;
    const group = { account_id: accountId, name: 'Group', author: 'a', contact_filter_id: filterId };
    const inserted = kysely.insertInto('target_group').values(group).returning('id');
    const { id: target_group_id } = await inserted.executeTakeFirstOrThrow();
    const { id } = await mailing({ name: 'Targeted', target_group_id });

    const removeFilter = kysely.deleteFrom('contact_filter').where('account_id', '=', accountId);
    await expect(removeFilter.where('id', '=', filterId).execute()).rejects.toMatchObject({ code: '23503' });

    await kysely.deleteFrom('target_group').where('account_id', '=', accountId).where('name', '=', 'Group').execute();
    const left = kysely.selectFrom('mailing').select(['account_id', 'target_group_id']).where('id', '=', id);
    expect(await left.execute()).toEqual([{ account_id: accountId, target_group_id: null }]);
  });

  test('a contact has a permission of 1 to 6', async () => {
    const insert = (permission: number) =>
      sql`insert into contact (account_id, permission) values (${accountId}, ${permission})`.execute(database.kysely);
    await insert(1);
    await insert(6);
    await expect(insert(0)).rejects.toMatchObject({ code: '23514' });
    await expect(insert(7)).rejects.toMatchObject({ code: '23514' });
  });
});
