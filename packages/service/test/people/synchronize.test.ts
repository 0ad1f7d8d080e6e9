import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockContacts } from '../../src/people/blocks/store.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(databases())('synchronizing contacts on $kind', ({ open }) => {
  let service: TestService;
  let number = 0;
  let at: (name: string) => string;
  beforeAll(async () => {
    service = await startTestService(await open());
    await service.client.contacts.createCustomField({ field: 'SHOE_SIZE', type: 'integer' }).orThrow();
  });
  afterAll(() => service?.close());
  beforeEach(() => {
    const test = ++number;
    at = (name) => `${name}@t${test}.example.org`;
  });
  const contacts = () => service.client.contacts;
  const sync = (body: object[], options: object = {}) =>
    contacts()
      .synchronize({ body, ...options })
      .orThrow();
  const read = (email: string) =>
    contacts()
      .getByEmail({
        email,
        standard_field: ['FIRSTNAME', 'CITY', 'PERMISSION_STATUS'],
        custom_field: ['SHOE_SIZE'],
        preference_categories: ['Topics'],
      })
      .orThrow();
  const first = (value: string | null) => [{ name: 'FIRSTNAME', value }];
  const counts = (report: Awaited<ReturnType<typeof sync>>) => [
    report.count_contacts,
    report.count_new_contacts,
    report.count_existing_contacts,
    report.count_unsubscribed_contacts,
    report.count_invalid_contacts,
  ];

  test('new ones are created, existing ones overwritten; what is absent stays, nil clears', async () => {
    const full = {
      email: at('Ada'),
      external_id: `x-${number}`,
      standard_fields: [...first('Ada'), { name: 'CITY', value: 'Rome' }],
      custom_fields: [{ name: 'SHOE_SIZE', value: '39' }],
      preferences: [{ name: 'Shoes', category: 'Topics', value: 'true', source: 'shop' }],
    };
    expect(counts(await sync([full, { email: at('ben') }], { permission: 3 }))).toEqual([2, 2, 0, 0, 0]);
    expect(await read(at('ada'))).toMatchObject({ email: at('Ada'), permission: 3, external_id: `x-${number}` });

    const change = {
      email: at('ada'),
      external_id: null,
      standard_fields: first(null),
      preferences: [{ name: 'Bags', category: 'Topics', value: 'false' }],
    };
    const report = await sync([change, { email: at('carl') }], { sync_mode: 1 });
    expect(counts(report)).toEqual([2, 1, 1, 0, 0]);
    const { standard_fields, custom_fields, preferences, ...ada } = await read(at('ada'));
    expect(ada).toMatchObject({ permission: 3, external_id: null });
    expect(standard_fields!.map(({ value }) => value)).toEqual([null, 'Rome', 'available']);
    expect(custom_fields).toEqual([{ name: 'SHOE_SIZE', value: '39' }]);
    expect(preferences!.map(({ name, source }) => [name, source])).toEqual([
      ['Shoes', 'shop'],
      ['Bags', undefined],
    ]);
  });

  test('sync_mode 2 leaves existing ones, update_only creates none', async () => {
    await sync([{ email: at('ada'), standard_fields: first('Ada') }]);
    expect(counts(await sync([{ email: at('ada'), standard_fields: first('Eve') }]))).toEqual([1, 0, 1, 0, 0]);
    expect((await read(at('ada'))).standard_fields![0]!.value).toBe('Ada');
    const options = { update_only: true, sync_mode: 1 };
    const both = [{ email: at('ada'), standard_fields: first('Eve') }, { email: at('ben') }];
    expect(counts(await sync(both, options))).toEqual([2, 0, 1, 0, 0]);
    expect((await read(at('ada'))).standard_fields![0]!.value).toBe('Eve');
    expect(
      await contacts()
        .listByEmail({ email: at('ben') })
        .orThrow(),
    ).toEqual([]);
  });

  test('known by external id, and by service id or else by address', async () => {
    const external_id = `x-${number}`;
    await sync([{ external_id }], { use_external_id: true });
    await sync([{ external_id, email: at('ada') }], { use_external_id: true, sync_mode: 1 });
    const [{ id }] = (await contacts().listByExternalId({ value: external_id }).orThrow()) as [{ id: number }];
    expect((await read(at('ada'))).id).toBe(id);
    const known = [{ id, email: at('moved') }, { id: 999_999, email: at('ben') }, { email: at('carl') }];
    expect(counts(await sync(known, { prefer_service_id: true, sync_mode: 1 }))).toEqual([3, 2, 1, 0, 0]);
    expect((await read(at('moved'))).id).toBe(id);
    const unclear = [{ id, email: at('moved') }, { email: at('moved') }, { id: 999_999 }];
    const report = await sync(unclear, { prefer_service_id: true, ignore_invalid_contacts: true });
    expect(report.invalid_contacts.map(({ error }) => error.code)).toEqual([5, 2]);
    const without = await sync([{ external_id, email: null }], { use_external_id: true, sync_mode: 1 });
    expect(counts(without)).toEqual([1, 0, 1, 0, 0]);
    expect(
      await contacts()
        .listByEmail({ email: at('moved') })
        .orThrow(),
    ).toEqual([]);
  });

  test('both ways of knowing at once: 400', async () => {
    const answer = await contacts().synchronize({ body: [], use_external_id: true, prefer_service_id: true });
    expect(answer).toMatchObject({ ok: false, status: 400 });
  });

  test('invalid contacts: nothing is stored, unless they are to be ignored', async () => {
    const body = [
      { email: at('ada') },
      { email: 'nobody', external_id: '7' },
      { email: at('ada') },
      { email: at('ben'), custom_fields: [{ name: 'SHOE_SIZE', value: 'big' }] },
    ];
    const refused = await contacts().synchronize({ body });
    const invalid_contacts = [
      { email: 'nobody', external_id: '7', error: { code: 3, error_field: 'email' } },
      { email: at('ada'), external_id: null, error: { code: 5, error_field: 'email' } },
      { email: at('ben'), external_id: null, error: { code: 25, error_field: 'SHOE_SIZE' } },
    ];
    expect(refused).toMatchObject({
      status: 400,
      error: {
        document: { report: { success: false, count_new_contacts: 0, count_invalid_contacts: 3, invalid_contacts } },
      },
    });
    expect(
      await contacts()
        .listByEmail({ email: at('ada') })
        .orThrow(),
    ).toEqual([]);
    const report = await sync(body, { ignore_invalid_contacts: true });
    expect(report).toMatchObject({ success: true, invalid_contacts });
    expect(counts(report)).toEqual([4, 1, 0, 0, 3]);
  });

  test('who has unsubscribed is left out; with the flag the permission turns them back; blocks stay', async () => {
    await sync([{ email: at('ada') }, { email: at('ben') }], { permission: 5 });
    await contacts()
      .unsubscribeByEmail({ email: at('ada') })
      .orThrow();
    await blockContacts(service.db, service.accountId, (contact) => contact('email', '=', at('ada')), 'bounce_policy');
    const both = [{ email: at('ada'), standard_fields: first('Ada') }, { email: at('ben') }];
    expect(counts(await sync(both, { permission: 2, sync_mode: 1 }))).toEqual([2, 0, 1, 1, 0]);
    expect(await read(at('ada'))).toMatchObject({ permission: 1, standard_fields: [{ value: null }, {}, {}] });
    expect((await read(at('ben'))).permission).toBe(5);
    const flag = { reimport_unsubscribed_contacts: true, sync_mode: 1 };
    expect(counts(await sync(both, flag))).toEqual([2, 0, 2, 0, 0]);
    const status = async () => (await read(at('ada'))).standard_fields![2]!.value;
    expect(await status()).toBe('unsubscribed');
    await sync(both, { ...flag, permission: 2, override_permission: false });
    expect(await status()).toBe('unsubscribed');
    await sync(both, { ...flag, permission: 2 });
    expect(await read(at('ada'))).toMatchObject({ permission: 2, standard_fields: [{ value: 'Ada' }, {}, {}] });
    expect(await status()).toBe('available');
    const { items } = await contacts().listBlocked({}).orThrow();
    expect(items.map(({ email }) => email)).toContain(at('ada'));
  });

  test('marked addresses are left out until the mark is removed, and a contact that confirms has none', async () => {
    const [marked, known, left] = [at('marked'), at('known'), at('left')];
    await sync([{ email: known }, { email: left }], { permission: 2 });
    for (const email of [marked, known]) await contacts().setUnsubscriptionMarker({ email }).orThrow();
    await contacts().unsubscribeByEmail({ email: left }).orThrow();
    const all = [marked, known, left].map((email) => ({ email, standard_fields: first('New') }));
    const name = async (email: string) => (await read(email)).standard_fields![0]!.value;
    expect(counts(await sync(all, { sync_mode: 1 }))).toEqual([3, 0, 0, 3, 0]);
    expect((await read(known)).standard_fields![2]!.value).toBe('available');

    for (const email of [marked, known, left]) await contacts().deleteUnsubscriptionMarker({ email }).orThrow();
    expect(counts(await sync(all, { sync_mode: 1 }))).toEqual([3, 1, 2, 0, 0]);
    expect(await Promise.all([marked, known, left].map(name))).toEqual(['New', 'New', 'New']);
    expect((await read(left)).standard_fields![2]!.value).toBe('unsubscribed');
    await sync([{ email: left }], { permission: 2, sync_mode: 1 });
    expect((await read(left)).permission).toBe(2);

    await contacts().unsubscribeByEmail({ email: left }).orThrow();
    expect(counts(await sync([{ email: left }]))).toEqual([1, 0, 0, 1, 0]);
  });

  test('a contact that unsubscribes and loses its address with that is not imported again', async () => {
    const email = at('anonymous');
    await sync([{ email }], { permission: 2 });
    const accounts = (anonymise: boolean) =>
      service.db
        .updateTable('account')
        .set({ anonymise_unsubscribed: anonymise })
        .where('id', '=', service.accountId)
        .execute();
    await accounts(true);
    try {
      await contacts().unsubscribeByEmail({ email }).orThrow();
    } finally {
      await accounts(false);
    }
    expect((await contacts().getUnsubscriptionMarker({ email })).status).toBe(200);
    expect(counts(await sync([{ email }], { permission: 2 }))).toEqual([1, 0, 0, 1, 0]);
  });

  test('10,000 contacts in one call, then 12,000 of which they are a part', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ email: at(`reader-${i}`) }));
    expect(counts(await sync(many(10_000)))).toEqual([10_000, 10_000, 0, 0, 0]);
    expect(counts(await sync(many(12_000), { sync_mode: 1, permission: 2 }))).toEqual([12_000, 2_000, 10_000, 0, 0]);
    const query = service.db.selectFrom('contact').select((c) => c.fn.countAll<number>().as('all'));
    const mine = query.where('email', 'like', at('reader-%')).where('permission', '=', 2);
    expect((await mine.executeTakeFirstOrThrow()).all).toBe(12_000);
  });

  test('50 at once that overlap: no failure, no double, no lost change', async () => {
    const calls = Array.from({ length: 50 }, (_, call) => {
      const body = Array.from({ length: 40 }, (_, i) => {
        const reader = (call * 13 + i * 7) % 100;
        return {
          email: at(`reader-${reader}`),
          preferences: [{ name: `call ${call}`, category: 'Topics', value: 'x' }],
        };
      });
      return body.filter(({ email }, i) => body.findIndex((other) => other.email === email) === i);
    });
    const results = await Promise.all([
      ...calls.map((body) => contacts().synchronize({ body, sync_mode: 1 })),
      ...calls.map((_, i) => contacts().createByEmail({ email: at(`reader-${i}`), body: {} })),
      ...calls.map((_, i) => contacts().unsubscribeByEmail({ email: at(`reader-${i}`) })),
    ]);
    expect(results.filter(({ status }) => status >= 500)).toEqual([]);
    expect(results.slice(0, 100).filter(({ ok }) => !ok)).toEqual([]);
    const rows = await service.db
      .selectFrom('contact')
      .select(['email_folded', 'preferences', 'unsubscribed_at'])
      .where('email', 'like', at('reader-%'))
      .execute();
    expect(new Set(rows.map(({ email_folded }) => email_folded)).size).toBe(rows.length);
    for (const { email_folded, preferences, unsubscribed_at } of rows) {
      const wanted = calls.flatMap((body, call) =>
        body.some(({ email }) => email === email_folded) ? [`call ${call}`] : [],
      );
      const found = preferences.map(({ name }) => name);
      // Calls that came after the unsubscribing left the contact out.
      if (unsubscribed_at === null) expect(found.sort()).toEqual(wanted.sort());
      else expect(wanted).toEqual(expect.arrayContaining(found));
    }
  });
});
