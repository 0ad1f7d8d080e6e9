import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditAdministration, forgetActsTask, noteAct } from '../../src/account/index.ts';
import { administration } from '../../src/app/administration.ts';
import { audited } from '../../src/app/audited.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const never = new AbortController().signal;

describe.each(databases())('the audit log on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  const read = (filter: object = {}) => auditAdministration(service.db).listActs({ limit: 100, ...filter });
  const newest = async () => {
    const [entry] = await read({ limit: 1 });
    return [entry?.action, entry?.object, entry?.network, entry?.key === null ? 'operator' : 'key'];
  };

  test('a change tells who, what, when and from which network; a read does not', async () => {
    const { mailings } = service.client;
    const id = await mailings.create({ name: 'News', subject: 'x' }).orThrow();
    expect(await newest()).toEqual(['createMailing', `id=${id}`, '127.0.0.0', 'key']);
    await mailings.setHtml({ mailingid: id, body: '<p>ada@example.org</p>' }).orThrow();
    expect(await newest()).toEqual(['setMailingHtml', `mailingid=${id}`, '127.0.0.0', 'key']);
    const before = await read();
    await mailings.getName({ mailingid: id }).orThrow();
    await service.client.ping.pingDelete({}).orThrow();
    expect(await read()).toEqual(before);
    const [{ at, key } = { at: '', key: 0 }] = before;
    expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
    const [first] = await service.db.selectFrom('api_key').select('id').orderBy('id').execute();
    expect(key).toBe(first!.id);
  });

  test('what is refused or undone leaves nothing', async () => {
    const before = await read();
    await service.client.mailings.setHtml({ mailingid: 999_999, body: 'x' });
    await service.client.mailings.create({ name: 'News', subject: 'x' });
    await (await service.clientWith(['get'])).mailings.create({ name: 'Other', subject: 'x' });
    expect(await read()).toEqual(before);
  });

  test('a repeated change stands there once', async () => {
    const idempotencyKey = crypto.randomUUID();
    const create = () => service.client.mailings.create({ name: 'Once', subject: 'x' }, { idempotencyKey }).orThrow();
    expect(await create()).toBe(await create());
    const { length } = (await read()).filter(({ object }) => object?.startsWith('id='));
    await create();
    expect((await read()).filter(({ object }) => object?.startsWith('id='))).toHaveLength(length);
  });

  test('people are not named, neither by address nor by number', async () => {
    const { contacts } = service.client;
    const email = 'zacharias7f3@example.org';
    const id = await contacts.createByEmail({ email, body: { external_id: 'zacharias7f3' } }).orThrow();
    expect(await newest()).toEqual(['createContactByEmail', undefined, '127.0.0.0', 'key'].map((part) => part ?? null));
    await contacts.delete({ id }).orThrow();
    expect(await newest()).toEqual(['deleteContact', null, '127.0.0.0', 'key']);
    expect(JSON.stringify(await read())).not.toMatch(/zacharias|example\.org/);
  });

  test('signing in stands there', async () => {
    await service.fetch(`${service.origin}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ key: service.key }),
      redirect: 'manual',
    });
    expect(await newest()).toEqual(['signIn', null, '127.0.0.0', 'key']);
  });

  test('what the operator does stands there, and what the operator reads does not', async () => {
    const tools = { fetch: service.fetch, takesMail: async () => true } as never;
    const actions = audited(service.db, administration(service.db, { publicUrl: service.origin, tools }));
    const about = { label: '', rights: ['get' as const], creator: 'api', expires: null, networks: [] };
    const { id } = await actions.createKey(about);
    expect(await newest()).toEqual(['createKey', `id=${id}`, null, 'operator']);
    await actions.revokeKey({ id });
    expect(await newest()).toEqual(['revokeKey', `id=${id}`, null, 'operator']);
    await actions.exportContacts({ after: 0, limit: 1 });
    expect(await newest()).toEqual(['exportContacts', null, null, 'operator']);
    const before = await read();
    await actions.exportContacts({ after: 1, limit: 1 });
    await actions.listKeys({});
    await expect(actions.revokeKey({ id })).rejects.toThrow('there is no valid key');
    expect(await read()).toEqual(before);
  });

  test('it is filtered by time, key and action, and read piece by piece', async () => {
    const all = await read();
    const pieces = await read({ limit: 2 });
    expect([...pieces, ...(await read({ before: pieces[1]!.id }))]).toEqual(all);
    expect(await read({ action: 'signIn' })).toEqual(all.filter(({ action }) => action === 'signIn'));
    const { key } = all.find(({ action }) => action === 'signIn')!;
    expect(await read({ key })).toEqual(all.filter((entry) => entry.key === key));
    const { at } = all[3]!;
    expect(await read({ since: at })).toEqual(all.filter((entry) => entry.at >= at));
    expect(await read({ until: at })).toEqual(all.filter((entry) => entry.at < at));
  });

  test('it is forgotten after 400 days', async () => {
    const { db, accountId } = service;
    await noteAct(db, { accountId, action: 'old' });
    await noteAct(db, { accountId, action: 'older' });
    const day = 86_400_000;
    for (const [action, days] of [
      ['old', 399],
      ['older', 401],
    ] as const) {
      const at = new Date(Date.now() - days * day);
      await db.updateTable('audit_entry').set({ at }).where('action', '=', action).execute();
    }
    await forgetActsTask.run(db, never);
    const kept = (await read()).map(({ action }) => action);
    expect([kept.includes('old'), kept.includes('older')]).toEqual([true, false]);
  });
});
