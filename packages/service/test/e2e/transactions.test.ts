import type { Client } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeTransactionsTask } from '../../src/events/transactions/purge-task.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('transactions on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let ada: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    ada = await client.contacts
      .createByEmail({ email: 'ada@example.org', permission: 2, body: { external_id: 'x-1' } })
      .orThrow();
  });
  afterAll(() => service?.close());

  let names = 0;
  const newName = () => `shop.order${++names}.placed`;
  const attributes = [
    { name: 'order_no', type: 'string' as const, required: true },
    { name: 'order', type: 'json' as const, description: 'All of it' },
  ];
  const createType = (more: object = {}) =>
    client.transactions.createType({ body: { name: newName(), attributes, ...more } }).orThrow();
  const stored = async (typeId: number) =>
    service.db.selectFrom('transaction').selectAll().where('type_id', '=', typeId).orderBy('id').execute();

  test('a type comes back as it went, by id and by name; it is counted and listed', async () => {
    const name = newName();
    const before = await client.transactions.countTypes().orThrow();
    const id = await client.transactions
      .createType({ body: { name, description: 'Order placed', archivingDuration: 30, storeOnly: true, attributes } })
      .orThrow();
    const wanted = {
      id,
      name,
      created: expect.any(Number),
      description: 'Order placed',
      archivingDuration: 30,
      storeOnly: true,
      attributes: [
        { id: expect.any(Number), name: 'order_no', type: 'string', required: true },
        { id: expect.any(Number), name: 'order', type: 'json', required: false, description: 'All of it' },
      ],
    };
    expect(await client.transactions.getType({ transactionTypeId: String(id) }).orThrow()).toEqual(wanted);
    expect(await client.transactions.getType({ transactionTypeId: name }).orThrow()).toEqual(wanted);
    expect(await client.transactions.countTypes().orThrow()).toBe(before + 1);
    const { items, total } = await client.transactions.listTypes({ page_size: 1, page_index: before + 1 }).orThrow();
    expect([items, total]).toEqual([[wanted], before + 1]);
  });

  test('descriptions that are nil, as a public client writes them', async () => {
    const name = newName();
    const body = `<transaction_type><name>${name}</name><description nil="true"/><attributes><attribute><name>order_no</name>
      <type>string</type><description nil="true"/></attribute></attributes></transaction_type>`;
    const answer = await callRaw(service, {
      method: 'POST',
      path: '/transactions/types',
      headers: { 'content-type': 'application/vnd.service.api+xml' },
      body,
    });
    expect([answer.status, answer.body]).toEqual([201, expect.stringMatching(/<transaction_type_id>\d+</)]);
  });

  test('the report says why a transaction starts no mail', async () => {
    const type = await createType();
    const mailingid = await client.mailings.create({ name: newName(), subject: 'Order', type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'shop@example.com' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<a href="[[LINK|UNSUBSCRIBE]]">leave</a>' }).orThrow();
    for (const [email, permission] of [
      ['none@example.org', 1],
      ['gone@example.org', 2],
      ['may@example.org', 2],
    ] as const)
      await client.contacts.createByEmail({ email, permission, body: {} }).orThrow();
    await client.contacts.unsubscribeByEmail({ email: 'gone@example.org' }).orThrow();
    const reasons = async () => {
      const body = ['none@example.org', 'gone@example.org', 'may@example.org', 'unknown@example.org'].map((email) => ({
        type,
        contact: { email },
        content: { order_no: 'A' },
      }));
      const { reports } = await client.transactions.create({ body }).orThrow();
      return reports.map(({ queued, no_mail }) => (queued ? no_mail : 'not queued'));
    };
    expect(await reasons()).toEqual([undefined, undefined, undefined, 'not queued']);
    const waiting = { type: 'SINGLE' as const, event: String(type), start_trigger: false };
    await client.triggerMailings.createDispatching({ mailingid, body: waiting }).orThrow();
    const atRest = 'trigger_not_released';
    expect(await reasons()).toEqual([atRest, atRest, atRest, 'not queued']);
    await client.mailingActions.activateDispatching({ mailingid }).orThrow();
    expect(await reasons()).toEqual(['permission', 'unsubscribed', undefined, 'not queued']);
  });

  test('a type by an example of its content', async () => {
    const id = await client.transactions
      .createType({ contentType: 'application/json', body: { name: newName(), content: { no: 'A-1', total: 49.9 } } })
      .orThrow();
    const { attributes } = await client.transactions.getType({ transactionTypeId: String(id) }).orThrow();
    expect(attributes.map(({ name, type }) => [name, type])).toEqual([
      ['no', 'string'],
      ['total', 'double'],
    ]);
  });

  test.each<[string, object, number, string]>([
    ['an attribute twice', { attributes: [attributes[0], attributes[0]] }, 400, '"order_no" occurs twice'],
    ['an illegal name', { name: '1shop' }, 400, 'name'],
  ])('%s: %s', async (_, body, status, message) => {
    const answer = await client.transactions.createType({ body: { name: newName(), ...body } });
    expect(answer).toMatchObject({ status, error: { message: expect.stringContaining(message) } });
  });

  test('a name that is used', async () => {
    const name = newName();
    await createType({ name });
    expect(await client.transactions.createType({ body: { name } })).toMatchObject({ status: 409 });
  });

  test('transactions in order: existing contacts, created ones, and each kind of fault', async () => {
    const type = await createType();
    const { name: typeName } = await client.transactions.getType({ transactionTypeId: String(type) }).orThrow();
    const content = { order_no: 'A-1' };
    const { reports } = await client.transactions
      .create({
        generate_transaction_id: true,
        body: [
          { type, contact: { id: ada }, content },
          { typeName, contact: { external_id: 'x-1' }, content: { ...content, order: { items: [{ qty: 2 }] } } },
          { type, import: { contact: { email: 'new@example.org', external_id: 'x-new', permission: 3 } }, content },
          { type, import: { contact: { email: 'New@example.org' } }, content },
          { type, contact: { email: 'nobody@example.org' }, content },
          { type, contact: { email: 'no address' }, content },
          { type, import: {}, content },
          { type, contact: { id: ada }, content: null },
          { type, contact: { id: ada }, content: { order_no: { no: 7 } } },
          { type: 999_999, contact: { id: ada } },
          { typeName: 'no.such.type', contact: { id: ada } },
        ],
      })
      .orThrow();
    const fault = (message: string, contact: object = { id: ada }) => ({ contact, queued: false, message });
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(reports).toEqual([
      {
        contact: { id: ada, external_id: 'x-1', email: 'ada@example.org', permission: 2 },
        queued: true,
        transaction_id: id,
      },
      { contact: expect.objectContaining({ id: ada }), queued: true, transaction_id: id },
      {
        contact: {
          id: expect.any(Number),
          external_id: 'x-new',
          email: 'new@example.org',
          permission: 3,
          created: true,
        },
        queued: true,
        transaction_id: id,
      },
      { contact: expect.objectContaining({ external_id: 'x-new', created: true }), queued: true, transaction_id: id },
      fault('contact not found', { email: 'nobody@example.org' }),
      fault('"no address" is not an email address', { email: 'no address' }),
      fault('no contact is named by id, external_id or email', {}),
      fault('required attribute "order_no" is missing'),
      fault('attribute "order_no" must be a text of at most 1000 characters'),
      fault('transaction type 999999 not found'),
      fault('transaction type "no.such.type" not found'),
    ]);
    const rows = await stored(type);
    expect(rows.map(({ content }) => content)).toMatchObject([
      content,
      { order: { items: [{ qty: 2 }] } },
      content,
      content,
    ]);
    expect(rows[0]!.key).toBe(reports[0]!.transaction_id);
  });

  test('nothing is taken and nobody created when one is invalid and that is not to be ignored', async () => {
    const type = await createType();
    const body = [
      { type, import: { contact: { email: 'never@example.org' } }, content: { order_no: 'A-1' } },
      { type, contact: { email: 'nobody@example.org' }, content: { order_no: 'A-2' } },
    ];
    const answer = await client.transactions.create({ ignore_invalid_transactions: false, body });
    expect(answer).toMatchObject({
      status: 400,
      error: { message: 'Nothing was stored. Transaction 2 of 2 is invalid: contact not found' },
    });
    expect(await stored(type)).toEqual([]);
    expect(await client.contacts.getByEmail({ email: 'never@example.org' })).toMatchObject({ status: 404 });
  });

  test('an import changes nothing about a contact that is there', async () => {
    const type = await createType();
    const gone = await client.contacts.createByEmail({ email: 'gone@example.org', permission: 2, body: {} }).orThrow();
    await client.contacts.unsubscribe({ id: gone }).orThrow();
    const contact = { email: 'gone@example.org', permission: 5 as const };
    await client.transactions.create({ body: [{ type, import: { contact }, content: { order_no: 'A' } }] }).orThrow();
    expect(await client.contacts.get({ id: gone, ignore_checksum: true }).orThrow()).toMatchObject({ permission: 1 });
  });

  test('files come with it byte by byte; one that is not base64 is refused', async () => {
    const type = await createType();
    const file = {
      filename: 'invoice.pdf',
      mimetype: 'application/pdf',
      data: Buffer.from([0, 255, 10, 13]).toString('base64'),
    };
    const draft = { type, contact: { id: ada }, content: { order_no: 'A' } };
    const { reports } = await client.transactions
      .create({
        body: [
          { ...draft, attachments: [file] },
          { ...draft, attachments: [{ ...file, data: '!' }] },
        ],
      })
      .orThrow();
    expect(reports.map(({ queued, message }) => [queued, message])).toEqual([
      [true, undefined],
      [false, 'data of the attachment "invoice.pdf" must be base64'],
    ]);
    const [row] = await service.db.selectFrom('transaction_attachment').selectAll().execute();
    expect([row!.filename, row!.mime_type, Buffer.from(row!.content)]).toEqual([
      'invoice.pdf',
      'application/pdf',
      Buffer.from([0, 255, 10, 13]),
    ]);
  });

  test('deleted before an instant, all with the number that clients send for it, and with their type', async () => {
    const type = await createType();
    const draft = { type, contact: { id: ada }, content: { order_no: 'A' } };
    await client.transactions.create({ body: [draft, draft] }).orThrow();
    await sql`update transaction set at = at - interval '1 day'
      where id = (select min(id) from transaction where type_id = ${type})`.execute(service.db);
    await client.transactions.delete({ type_id: type, before_timestamp: Date.now() - 3_600_000 }).orThrow();
    expect(await stored(type)).toHaveLength(1);
    const all = await callRaw(service, {
      method: 'DELETE',
      path: `/transactions?type_id=${type}&before_timestamp=9223372036854775807`,
    });
    expect([all.status, await stored(type)]).toEqual([200, []]);
    await client.transactions.create({ body: [draft] }).orThrow();
    await client.transactions.deleteType({ transactionTypeId: String(type) }).orThrow();
    expect(await stored(type)).toEqual([]);
    const again = await callRaw(service, { method: 'DELETE', path: `/transactions/types/${type}` });
    expect([again.status, messageOf(again)]).toEqual([404, `Transaction type ${type} not found.`]);
  });

  test('old ones are forgotten after the archiving duration of their type', async () => {
    const type = await createType({ archivingDuration: 3 });
    const draft = { type, contact: { id: ada }, content: { order_no: 'A' } };
    await client.transactions.create({ body: [draft, draft] }).orThrow();
    await sql`update transaction set at = at - interval '73 hours'
      where id = (select min(id) from transaction where type_id = ${type})`.execute(service.db);
    expect(await purgeTransactionsTask.run(service.db, new AbortController().signal)).toBe(false);
    expect(await stored(type)).toHaveLength(1);
  });

  test('who is erased leaves a number without contents', async () => {
    const type = await createType();
    const id = await client.contacts.createByEmail({ email: 'erased@example.org', body: {} }).orThrow();
    await client.transactions.create({ body: [{ type, contact: { id }, content: { order_no: 'secret' } }] }).orThrow();
    await client.contacts.delete({ id }).orThrow();
    expect(await stored(type)).toMatchObject([{ contact_id: null, content: {} }]);
  });
});
