import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const nowhere = 404_404;

describe.each(databases())('single contacts on $kind', ({ open }) => {
  let service: TestService;
  let number = 0;
  /** An address of its own for each test. */
  let email: string;
  beforeAll(async () => {
    service = await startTestService(await open());
    await service.client.contacts.createCustomField({ field: 'SHOE_SIZE', type: 'integer' }).orThrow();
  });
  afterAll(() => service?.close());
  beforeEach(() => {
    email = `contact-${++number}@example.org`;
  });
  const contacts = () => service.client.contacts;
  const create = (more: object = {}) =>
    contacts()
      .createByEmail({ email, body: {}, ...more })
      .orThrow();
  const read = (id: number, more: object = {}) =>
    contacts()
      .get({ id, ignore_checksum: true, ...more })
      .orThrow();
  const failure = async (call: Promise<unknown>) => {
    const result = (await call) as { ok: boolean; status: number; error?: { message: string } };
    return `${result.status} ${result.ok ? '' : result.error?.message}`;
  };

  test('by service id with standard, custom and preference fields', async () => {
    const id = await create({
      permission: 5,
      body: {
        external_id: 'c-1',
        standard_fields: [{ name: 'FIRSTNAME', value: 'Ada' }],
        custom_fields: [{ name: 'SHOE_SIZE', value: '39' }],
        preferences: [
          { name: 'Shoes', category: 'Topics', value: 'true', source: 'shop' },
          { name: 'Weekly', category: 'Rhythm', value: 'true' },
        ],
      },
    });
    const contact = await read(id, {
      standard_field: ['FIRSTNAME', 'TITLE', 'PERMISSION_STATUS', 'SENDOUT_STATUS'],
      custom_field: ['SHOE_SIZE', 'NONE'],
      preference_categories: ['Topics'],
    });
    expect(contact).toMatchObject({ id, email, permission: 5, external_id: 'c-1' });
    expect(contact.created).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/);
    expect(contact.standard_fields).toEqual([
      { name: 'FIRSTNAME', value: 'Ada' },
      { name: 'TITLE', value: null },
      { name: 'PERMISSION_STATUS', value: 'available' },
      { name: 'SENDOUT_STATUS', value: 'allowed' },
    ]);
    expect(contact.custom_fields).toEqual([{ name: 'SHOE_SIZE', value: '39' }]);
    expect(contact.preferences).toMatchObject([{ name: 'Shoes', category: 'Topics', value: 'true', source: 'shop' }]);

    const body = {
      standard_fields: [{ name: 'FIRSTNAME', value: null }],
      custom_fields: [{ name: 'SHOE_SIZE', value: '40' }],
      preferences: [{ name: 'Shoes', category: 'Topics', value: 'false', source: '' }],
    };
    await contacts().update({ id, ignore_checksum: true, body }).orThrow();
    const after = await read(id, {
      standard_field: ['FIRSTNAME'],
      custom_field: ['SHOE_SIZE'],
      preference_categories: ['Topics', 'Rhythm'],
    });
    expect(after.standard_fields).toEqual([{ name: 'FIRSTNAME', value: null }]);
    expect(after.custom_fields).toEqual([{ name: 'SHOE_SIZE', value: '40' }]);
    const values = after.preferences!.map(({ name, value, source }) => [name, value, source]);
    expect(values).toEqual([
      ['Shoes', 'false', undefined],
      ['Weekly', 'true', undefined],
    ]);
  });

  test('the checksum opens what the id alone does not', async () => {
    const id = await create();
    const [field] = (await read(id, { standard_field: ['CHECKSUM'] })).standard_fields!;
    const checksum = field!.value!;
    expect(await contacts().get({ id, checksum }).orThrow()).toMatchObject({ id });
    expect(await failure(contacts().get({ id }))).toContain('400 checksum is missing');
    const other = (checksum.startsWith('x') ? 'y' : 'x') + checksum.slice(1);
    expect(await failure(contacts().get({ id, checksum: other }))).toContain('400 checksum is not');
    expect(await failure(contacts().update({ id, body: {} }))).toContain('400 checksum is missing');
    await contacts().update({ id, checksum, body: { id } }).orThrow();
  });

  test('external ids: one is written, several are refused, all are listed and deleted', async () => {
    const value = `shared ${number}/é`;
    const first = await contacts().createByExternalId({ value, permission: 3, body: {} }).orThrow();
    expect(
      await contacts()
        .createByExternalId({ value, body: { external_id: value, email } })
        .orThrow(),
    ).toBe(first);
    expect((await read(first)).email).toBeUndefined();
    const body = { email, standard_fields: { CITY: 'Lyon' } };
    const json = 'application/vnd.service.api+json' as const;
    await contacts().updateByExternalId({ value, contentType: json, body }).orThrow();
    expect(await read(first)).toMatchObject({ email, permission: 3, external_id: value });

    const second = await contacts()
      .createByEmail({ email: `second-${email}`, body: { external_id: value } })
      .orThrow();
    const listed = await contacts().listByExternalId({ value }).orThrow();
    expect(listed.map(({ id }) => id)).toEqual([first, second]);
    const several = `409 2 contacts have the external id ${value}`;
    expect(await failure(contacts().createByExternalId({ value, body: {} }))).toContain(several);
    expect(await failure(contacts().updateByExternalId({ value, body: {} }))).toContain(several);
    await contacts().deleteByExternalId({ value }).orThrow();
    expect(await contacts().listByExternalId({ value }).orThrow()).toEqual([]);
    expect(await failure(contacts().deleteByExternalId({ value }))).toContain('404');
  });

  test('by email: the oldest is meant, all are listed and deleted, and a new address moves the contact', async () => {
    const first = await create();
    const second = await contacts()
      .createByExternalId({ value: `twin ${number}`, body: { email } })
      .orThrow();
    expect((await contacts().getByEmail({ email }).orThrow()).id).toBe(first);
    expect((await contacts().listByEmail({ email }).orThrow()).map(({ id }) => id)).toEqual([first, second]);
    await contacts()
      .updateByEmail({ email, permission: 2, body: { email: `moved-${email}` } })
      .orThrow();
    expect(await read(first)).toMatchObject({ email: `moved-${email}`, permission: 2 });
    await contacts().deleteByEmail({ email }).orThrow();
    expect(await contacts().listByEmail({ email }).orThrow()).toEqual([]);
    expect(await failure(contacts().get({ id: second, ignore_checksum: true }))).toContain('404');
    expect(await read(first)).toMatchObject({ id: first });
  });

  test.each([
    [1, 5],
    [2, 1],
  ] as const)('sync_mode %i', async (sync_mode, permission) => {
    const id = await create({ body: { standard_fields: [{ name: 'CITY', value: 'Rome' }] } });
    const body = { standard_fields: [{ name: 'CITY', value: 'Oslo' }] };
    expect(await create({ sync_mode, permission: 5, body, src: 'shop' })).toBe(id);
    const contact = await read(id, { standard_field: ['CITY', 'CUSTOM_SOURCE'] });
    expect(contact.permission).toBe(permission);
    const overwrites = sync_mode === 1;
    expect(contact.standard_fields!.map(({ value }) => value)).toEqual(overwrites ? ['Oslo', 'shop'] : ['Rome', null]);
  });

  test('unsubscribed with reasons: at once, once, and with more reasons later', async () => {
    const id = await create({ permission: 5 });
    expect(
      await failure(contacts().addUnsubscriptionReasons({ id, ignore_checksum: true, reason: ['other'] })),
    ).toContain('400 Contact with id');
    await contacts()
      .unsubscribe({ id, reason: ['no_demand', 'no_demand', 'other|Moved | away'] })
      .orThrow();
    const contact = await read(id, { standard_field: ['PERMISSION_STATUS'] });
    expect(contact).toMatchObject({ permission: 1, standard_fields: [{ value: 'unsubscribed' }] });
    await contacts()
      .unsubscribe({ id, reason: ['technical_reasons'] })
      .orThrow();
    await contacts().unsubscribeByEmail({ email }).orThrow();
    for (let i = 0; i < 2; i++) {
      const reason = ['no_demand', 'too_many_messages|Daily!'];
      await contacts().addUnsubscriptionReasons({ id, ignore_checksum: true, reason }).orThrow();
    }
    const log = await service.db.selectFrom('unsubscription').selectAll().where('contact_id', '=', id).execute();
    expect(log.map(({ source }) => source)).toEqual(['other']);
    const reasons = service.db.selectFrom('unsubscription_reason').select(['type', 'message']).orderBy('id');
    expect(await reasons.where('unsubscription_id', '=', log[0]!.id).execute()).toEqual([
      { type: 'no_demand', message: null },
      { type: 'other', message: 'Moved | away' },
      { type: 'too_many_messages', message: 'Daily!' },
    ]);
  });

  test('unsubscribed because of a mailing, which must have been sent', async () => {
    const { mailings } = service.client;
    const mailingId = await mailings.create({ name: `Mailing ${number}`, subject: 'x' }).orThrow();
    const value = `leaver ${number}`;
    const id = await create({ permission: 2, body: { external_id: value } });
    expect(await failure(contacts().unsubscribeByExternalId({ value, mailingId }))).toContain('400 mailingId must be');
    expect(await failure(contacts().unsubscribe({ id, mailingId: nowhere }))).toContain('400 mailingId must be the id');
    expect(await read(id)).toMatchObject({ permission: 2 });
    await service.db.updateTable('mailing').set({ state: 'done' }).where('id', '=', mailingId).execute();
    await contacts().unsubscribeByExternalId({ value, mailingId }).orThrow();
    const log = service.db.selectFrom('unsubscription').select('mailing_id').where('contact_id', '=', id);
    expect(await log.execute()).toEqual([{ mailing_id: mailingId }]);
  });

  test('anonymised when the account wants that: only the ids are left', async () => {
    const value = `anonymous ${number}`;
    const id = await create({ body: { external_id: value, standard_fields: [{ name: 'CITY', value: 'Rome' }] } });
    const setting = (anonymise_unsubscribed: boolean) =>
      service.db.updateTable('account').set({ anonymise_unsubscribed }).execute();
    await setting(true);
    await contacts().unsubscribe({ id }).orThrow();
    await setting(false);
    expect(await read(id, { standard_field: ['CITY'] })).toEqual({ anonymous: true, id, external_id: value });
    expect(await contacts().listByEmail({ email }).orThrow()).toEqual([]);
    expect(await failure(contacts().updateByExternalId({ value, body: { email } }))).toContain('400');
  });

  test('a double opt-in needs a mailing that is released', async () => {
    const none =
      '400 A double opt-in cannot be requested: no double-opt-in mailing has the key "default" (doimailing).';
    expect(await failure(contacts().createByEmail({ email, doi: true, doiplus: true, body: {} }))).toContain(none);
    expect(await contacts().listByEmail({ email }).orThrow()).toEqual([]);
    const id = await create({ permission: 1 });
    const call = { id, ignore_checksum: true, triggerdoi: true, body: {} };
    expect(await failure(contacts().update({ ...call, permission: 4 }))).toContain(none);
    await contacts()
      .update({ ...call, permission: 6 })
      .orThrow();
    expect(await read(id)).toMatchObject({ permission: 6 });
  });

  test.each<[what: string, call: (email: string) => PromiseLike<unknown>, wanted: string]>([
    ['get', () => contacts().get({ id: nowhere, ignore_checksum: true }), '404 Contact with id 404404 not found.'],
    ['get by email', (email) => contacts().getByEmail({ email }), '404 Contact with email contact-'],
    ['update', () => contacts().update({ id: nowhere, body: {} }), '404 Contact with id 404404 not found.'],
    ['update by email', (email) => contacts().updateByEmail({ email, body: {} }), '404 Contact with email'],
    ['update by external id', () => contacts().updateByExternalId({ value: 'none', body: {} }), '404 Contact with ext'],
    ['another id in the body', () => contacts().update({ id: 1, body: { id: 2 } }), '400 id in the body'],
    ['delete', () => contacts().delete({ id: nowhere }), '404 Contact with id 404404 not found.'],
    ['delete by email', (email) => contacts().deleteByEmail({ email }), '404 Contact with email'],
    ['unsubscribe', () => contacts().unsubscribe({ id: nowhere }), '404 Contact with id 404404 not found.'],
    ['unsubscribe by email', (email) => contacts().unsubscribeByEmail({ email }), '404'],
    ['unsubscribe by external id', () => contacts().unsubscribeByExternalId({ value: 'none' }), '404'],
    ['a linked account', (email) => contacts().unsubscribeByEmail({ email, nlaccountid: [3] }), '400 nlaccountid must'],
    [
      'reasons',
      () => contacts().addUnsubscriptionReasons({ id: nowhere, ignore_checksum: true, reason: ['other'] }),
      '404',
    ],
    ['doiplus alone', (email) => contacts().createByEmail({ email, doiplus: true, body: {} }), '400 doiplus=true'],
    ['another email', (email) => contacts().createByEmail({ email, body: { email: 'x@example.org' } }), '400 email of'],
    [
      'another external id',
      () => contacts().createByExternalId({ value: 'a', body: { external_id: 'b' } }),
      '400 external_id of the body must be absent or that of the path, a, but was b',
    ],
    [
      'a custom field that is none',
      (email) => contacts().createByEmail({ email, body: { custom_fields: [{ name: 'HAT', value: '1' }] } }),
      '400 "HAT" is not a custom field',
    ],
    [
      'a value of another type',
      (email) => contacts().createByEmail({ email, body: { custom_fields: [{ name: 'SHOE_SIZE', value: 'x' }] } }),
      '400 custom field SHOE_SIZE must be an integer',
    ],
    ['a filter', () => contacts().listByFilter({ contactFilterId: nowhere }), '404 Contact filter with id 404404'],
    ['count of a filter', () => contacts().countByFilter({ contactFilterId: nowhere }), '404 Contact filter'],
    ['active of a filter', () => contacts().countActiveByFilter({ contactFilterId: nowhere }), '404 Contact filter'],
    ['a day that is none', () => contacts().count({ updated_after: '2031-02-30 00:00:00' }), '400 updated_after must'],
  ])('refused: %s', async (_what, call, wanted) => {
    expect(await failure(call(email) as Promise<unknown>)).toContain(wanted);
    expect(await contacts().listByEmail({ email }).orThrow()).toEqual([]);
  });
});
