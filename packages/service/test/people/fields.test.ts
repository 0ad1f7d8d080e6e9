import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('fields of contacts on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());
  const contacts = () => service.client.contacts;
  const email = 'ada.moreau@example.com';
  const set = (name: string, value: string) =>
    contacts()
      .updateByEmail({ email, body: { custom_fields: [{ name, value }] } })
      .orThrow();
  const value = async (name: string) => {
    const contact = await contacts()
      .getByEmail({ email, custom_field: [name] })
      .orThrow();
    return contact.custom_fields?.[0]?.value;
  };

  test.each([
    ['string', ' 007 ', ' 007 '],
    ['integer', '+39', '39'],
    ['float', '1.50', '1.5'],
    ['double', '-1e-3', '-0.001'],
    ['boolean', 'TRUE', 'true'],
    ['boolean', '0', 'false'],
    ['date', '2031-02-03', '2031-02-03'],
    ['timestamp', '2031-02-03 10:00:00', '2031-02-03 10:00:00'],
  ] as const)('a %s is written as %j and read as %j', async (type, written, read) => {
    const field = `A ${type} ${written.length}`;
    await contacts().createCustomField({ field, type }).orThrow();
    await set(field, written);
    expect(await value(field)).toBe(read);
    await contacts().deleteCustomField({ field }).orThrow();
    expect(await contacts().listCustomFields({}).orThrow()).toEqual([]);
  });

  test('renamed with its values and the rules on it', async () => {
    await contacts().createCustomField({ field: 'SHOE_SIZE', type: 'integer' }).orThrow();
    await contacts().createCustomField({ field: 'HAT', type: 'string' }).orThrow();
    await set('SHOE_SIZE', '39');
    const rules = [{ field: 'SHOE_SIZE', is_customfield: true, operator: 'EQUALS' as const, value: '39' }];
    const contactFilterId = await service.client.contactFilters
      .create({ body: { name: 'Small feet', rules } })
      .orThrow();
    expect(await contacts().renameCustomField({ oldname: 'SHOE_SIZE', newname: 'HAT' })).toMatchObject({ status: 409 });
    await contacts().renameCustomField({ oldname: 'SHOE_SIZE', newname: 'Größe / Schuh' }).orThrow();
    expect(await value('Größe / Schuh')).toBe('39');
    expect(await value('SHOE_SIZE')).toBeUndefined();
    const filter = await service.client.contactFilters.get({ contactFilterId }).orThrow();
    expect(filter.rules).toMatchObject([{ field: 'Größe / Schuh', value: '39' }]);
    const names = (await contacts().listCustomFields({}).orThrow()).map(({ name, type }) => [name, type]);
    expect(names).toEqual([
      ['Größe / Schuh', 'integer'],
      ['HAT', 'string'],
    ]);
  });

  test('one that a filter uses is not deleted', async () => {
    const answer = await contacts().deleteCustomField({ field: 'Größe / Schuh' });
    expect(answer).toMatchObject({ status: 409, error: { message: expect.stringContaining('"Small feet"') } });
    expect(await value('Größe / Schuh')).toBe('39');
  });

  test('values are cleared and the field stays; deleted and made anew it has none', async () => {
    await set('HAT', 'red');
    await contacts().deleteCustomFieldValues({ field: 'HAT' }).orThrow();
    expect(await value('HAT')).toBeUndefined();
    await set('HAT', 'blue');
    await contacts().deleteCustomField({ field: 'HAT' }).orThrow();
    await contacts().createCustomField({ field: 'HAT', type: 'integer' }).orThrow();
    expect(await value('HAT')).toBeUndefined();
  });

  test('values of a standard field are cleared', async () => {
    await contacts().deleteStandardFieldValues({ field: 'LASTNAME' }).orThrow();
    const { items } = await contacts()
      .list({ standard_field: ['LASTNAME', 'FIRSTNAME'] })
      .orThrow();
    expect(items.every(({ standard_fields }) => standard_fields![0]!.value === null)).toBe(true);
    expect(items.every(({ standard_fields }) => standard_fields![1]!.value !== null)).toBe(true);
  });

  test('other requests are answered while the values of many are cleared', async () => {
    await service.db
      .insertInto('contact')
      .columns(['account_id', 'standard_fields'])
      .expression((insert) =>
        insert
          .selectFrom((from) => from.fn<{ n: number }>('generate_series', [from.lit(1), from.lit(60_000)]).as('n'))
          .select((from) => [
            from.lit(service.accountId).as('account_id'),
            from.val('{"TITLE": "Dr"}').$castTo<never>().as('f'),
          ]),
      )
      .execute();
    let cleared = false;
    const clearing = contacts()
      .deleteStandardFieldValues({ field: 'TITLE' })
      .orThrow()
      .then(() => {
        cleared = true;
      });
    let answered = 0;
    while (!cleared) {
      await contacts().getByEmail({ email }).orThrow();
      if (!cleared) answered++;
    }
    await clearing;
    expect(answered).toBeGreaterThan(5);
    const left = service.db
      .selectFrom('contact')
      .select('id')
      .where('standard_fields', '!=', '{}' as never);
    expect((await left.execute()).length).toBe(6);
  });

  test.each<[what: string, call: () => PromiseLike<unknown>, status: number, message: string]>([
    [
      'a name that exists',
      () => contacts().createCustomField({ field: 'HAT', type: 'date' }),
      409,
      'already has a custom field HAT',
    ],
    ['a standard field', () => contacts().createCustomField({ field: 'City', type: 'date' }), 400, 'field is "City"'],
    ['a bracket', () => contacts().createCustomField({ field: 'A]B', type: 'date' }), 400, 'field must not have'],
    ['rename: unknown', () => contacts().renameCustomField({ oldname: 'NONE', newname: 'NEW' }), 404, 'NONE not found'],
    [
      'rename: illegal',
      () => contacts().renameCustomField({ oldname: 'HAT', newname: 'ZIP' }),
      400,
      'newname is "ZIP"',
    ],
    ['delete: unknown', () => contacts().deleteCustomField({ field: 'NONE' }), 404, 'NONE not found'],
    ['clear: unknown', () => contacts().deleteCustomFieldValues({ field: 'NONE' }), 404, 'NONE not found'],
  ])('refused: %s', async (_what, call, status, message) => {
    const answer = (await call()) as { status: number; error?: { message: string } };
    expect([answer.status, answer.error?.message]).toEqual([status, expect.stringContaining(message)]);
  });
});
