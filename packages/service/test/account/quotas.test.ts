import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audited } from '../../src/administration/audited.ts';
import { Backups } from '../../src/administration/backups.ts';
import { Moves } from '../../src/administration/moves.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('quotas on $kind', ({ open }) => {
  let service: TestService;
  let account: number;
  let client: TestService['client'];
  beforeAll(async () => {
    service = await startTestService(await open());
    account = service.accountId;
    client = service.client;
  });
  afterAll(() => service?.close());

  const operator = () => {
    const tools = { fetch: service.fetch, takesMail: async () => true } as never;
    return audited(service.db, {
      publicUrl: service.origin,
      backups: new Backups(undefined),
      moves: new Moves(),
      tools,
    });
  };
  const contactCount = () => client.contacts.count({}).orThrow();
  /** Leaves room for so many more than there are. */
  const leaveRoom = async (name: string, there: number, room: number) => {
    await operator().setQuota({ account, name, value: there + room });
    return refusal(name, there + room);
  };
  const refusal = (name: string, quota: number) => ({
    status: 409,
    error: {
      message: expect.stringMatching(
        new RegExp(`^The request would exceed the account's quota "${name}" of ${quota} .*\\. .* ask the operator`),
      ),
    },
  });
  const reset = (name: string) => operator().setQuota({ account, name });
  const address = () => `${crypto.randomUUID()}@example.org`;

  test('contacts one by one: what is there may change, room that is made is used', async () => {
    const full = await leaveRoom('contacts', await contactCount(), 1);
    const email = address();
    await client.contacts.createByEmail({ email, body: {} }).orThrow();
    expect(await client.contacts.createByEmail({ email: address(), body: {} })).toMatchObject(full);
    expect(await client.contacts.createByExternalId({ value: 'x-1', body: {} })).toMatchObject(full);
    await client.contacts.createByEmail({ email, body: { external_id: 'kept' }, sync_mode: 1 }).orThrow();
    await client.contacts.deleteByEmail({ email }).orThrow();
    await client.contacts.createByEmail({ email: address(), body: {} }).orThrow();
    await reset('contacts');
    await client.contacts.createByEmail({ email: address(), body: {} }).orThrow();
  });

  test('a synchronization that does not fit keeps nothing', async () => {
    const there = await contactCount();
    const full = await leaveRoom('contacts', there, 2);
    const three = [address(), address(), address()].map((email) => ({ email }));
    expect(await client.contacts.synchronize({ body: three })).toMatchObject(full);
    expect(await contactCount()).toBe(there);
    await client.contacts.synchronize({ body: three.slice(1) }).orThrow();
    await client.contacts.synchronize({ body: three.slice(1), sync_mode: 1 }).orThrow();
    expect(await contactCount()).toBe(there + 2);
    await reset('contacts');
  });

  test('an import tells what is wrong, and keeps nothing of the piece that does not fit', async () => {
    const there = await contactCount();
    await leaveRoom('contacts', there, 1);
    const options = { permission: 1, syncMode: 2 } as never;
    const contacts = [{ email: address() }, { email: address() }];
    await expect(operator().importContacts({ account, contacts, options, dryRun: false })).rejects.toThrow(
      `The request would exceed the account's quota "contacts" of ${there + 1} contacts.`,
    );
    expect(await contactCount()).toBe(there);
    await reset('contacts');
  });

  test('transactions, and the contacts that come with them', async () => {
    const typeName = 'order';
    await client.transactions.createType({ body: { name: typeName, attributes: [] } }).orThrow();
    const email = address();
    await client.contacts.createByEmail({ email, body: {} }).orThrow();
    const order = { typeName, contact: { email }, content: {} };
    let full = await leaveRoom('transactions', 0, 2);
    await client.transactions.create({ body: [order] }).orThrow();
    expect(await client.transactions.create({ body: [order, order] })).toMatchObject(full);
    await client.transactions.create({ body: [order] }).orThrow();
    await reset('transactions');
    full = await leaveRoom('contacts', await contactCount(), 0);
    const stranger = { typeName, import: { contact: { email: address() } }, content: {} };
    expect(await client.transactions.create({ body: [stranger] })).toMatchObject(full);
    const { length } = await service.db.selectFrom('transaction').select('id').execute();
    expect(length).toBe(2);
    await reset('contacts');
  });

  test('mailings, made and copied', async () => {
    const { total } = await service.db
      .selectFrom('mailing')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow();
    const full = await leaveRoom('mailings', total, 1);
    const mailingid = await client.mailings.create({ name: 'One more', subject: 'x' }).orThrow();
    expect(await client.mailings.create({ name: 'Two more', subject: 'x' })).toMatchObject(full);
    expect(await client.mailings.copy({ mailingid })).toMatchObject(full);
    await client.mailings.delete({ mailingId: mailingid }).orThrow();
    await client.mailings.create({ name: 'Two more', subject: 'x' }).orThrow();
    await reset('mailings');
  });

  test('templates: one that is there is replaced', async () => {
    const there = (await client.media.listTemplates({}).orThrow()).filter(({ path }) => !path.startsWith('/')).length;
    const full = await leaveRoom('templates', there, 1);
    await client.media.addTemplate({ path: 'a', body: '<p>1</p>' }).orThrow();
    expect(await client.media.addTemplate({ path: 'b', body: '<p>1</p>' })).toMatchObject(full);
    await client.media.addTemplate({ path: 'a', body: '<p>2</p>' }).orThrow();
    await reset('templates');
  });

  test('contact filters', async () => {
    const body = { name: 'f', rules: [{ field: 'FIRSTNAME', operator: 'EQUALS', value: 'Ada' }] } as never;
    const full = await leaveRoom('contact-filters', await client.contactFilters.count({}).orThrow(), 1);
    await client.contactFilters.create({ body }).orThrow();
    expect(await client.contactFilters.create({ body })).toMatchObject(full);
    await reset('contact-filters');
  });

  test('Idempotency-Keys: a repetition needs no room, and without a key changes are made', async () => {
    const { total } = await service.db
      .selectFrom('idempotency_key')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const send = (idempotencyKey: string | undefined, email: string) =>
      service.fetch(`${service.origin}/1.0/contacts/email/${email}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.key}`,
          'content-type': 'application/vnd.service.api+json',
          accept: 'application/vnd.service.api+json',
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        body: '{}',
      });
    await leaveRoom('idempotency-keys', total, 1);
    const [key, email, other] = [crypto.randomUUID(), address(), address()];
    expect((await send(key, email)).status).toBe(201);
    const refused = await send(crypto.randomUUID(), other);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, null]);
    expect(await refused.text()).toContain('Wait until older ones expire');
    const again = await send(key, email);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect((await send(undefined, other)).status).toBe(201);
    await reset('idempotency-keys');
  });

  test('the operator sees and sets them; the audit log has it; what is no quota is refused', async () => {
    const { setQuota, listQuotas, listActs } = operator();
    await setQuota({ account, name: 'contacts', value: 7 });
    const [first] = await listQuotas({ account });
    expect(first).toEqual({ name: 'contacts', value: 7, default: 10_000_000 });
    const [entry] = await listActs({ account, limit: 1 });
    expect(entry).toMatchObject({ action: 'setQuota', key: null });
    await reset('contacts');
    expect((await listQuotas({ account }))[0]).toMatchObject({ value: 10_000_000 });
    for (const name of ['constructor', 'contact'])
      await expect(setQuota({ account, name, value: 1 })).rejects.toThrow(`there is no quota "${name}"; there are: `);
    await expect(setQuota({ account, name: 'contacts', value: -1 })).rejects.toThrow('a non-negative integer');
  });
});
