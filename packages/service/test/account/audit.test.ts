import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteAct, purgeActsTask } from '../../src/account/index.ts';
import { audited } from '../../src/administration/audited.ts';
import { Backups } from '../../src/administration/backups.ts';
import { Moves } from '../../src/administration/moves.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const never = new AbortController().signal;

describe.each(usualDatabases())('the audit log on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  const read = (filter: object = {}) => administer(service.db).listActs({ limit: 100, ...filter });
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
    await service.fetch(`${service.origin}/console/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ key: service.key }),
      redirect: 'manual',
    });
    expect(await newest()).toEqual(['signIn', null, '127.0.0.0', 'key']);
  });

  test('what the operator does stands there, and what the operator reads does not', async () => {
    const tools = { fetch: service.fetch, takesMail: async () => true } as never;
    const actions = audited(service.db, {
      publicUrl: service.origin,
      backups: new Backups(undefined),
      moves: new Moves(),
      tools,
    });
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

  test('refused keys are counted by network, those that ended by key; nothing of an unknown key is kept', async () => {
    const ping = (key: string) =>
      service.fetch(`${service.origin}/1.0/ping`, { headers: { authorization: `Bearer ${key}` } });
    const refusals = async () => {
      const entries = await read({ action: 'refuseKey' });
      return entries.map(({ key, object, network }) => [key === null ? 'nobody' : key, object, network]);
    };
    const actions = audited(service.db, {
      publicUrl: service.origin,
      backups: new Backups(undefined),
      moves: new Moves(),
      tools: {} as never,
    });
    const about = { label: '', rights: ['get' as const], creator: 'api', expires: null, networks: [] };
    const revoked = await actions.createKey(about);
    await actions.revokeKey({ id: revoked.id });
    const bound = await actions.createKey({ ...about, networks: ['192.0.2.0/24'] });
    const guesses = ['mw_zacharias1', 'mw_zacharias2', 'mw_zacharias3'];
    const answers = await Promise.all([...guesses, revoked.key, revoked.key, bound.key].map(ping));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 403]);
    await service.fetch(`${service.origin}/console/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ key: bound.key }),
    });
    const countOf = (all: Awaited<ReturnType<typeof refusals>>, who: number | string, reason: string) =>
      all
        .filter(([key, object, network]) => {
          return key === who && String(object).startsWith(`reason=${reason} count=`) && network === '127.0.0.0';
        })
        .reduce((sum, [, object]) => sum + Number(String(object).split('count=')[1]), 0);
    await expect
      .poll(async () => {
        const all = await refusals();
        return [
          countOf(all, 'nobody', 'unknown'),
          countOf(all, revoked.id, 'revoked'),
          countOf(all, bound.id, 'network'),
        ];
      })
      .toEqual([3, 2, 2]);
    expect(JSON.stringify(await read())).not.toContain('zacharias');
    const seen = await read({ action: 'refuseKey', limit: 1 });
    expect(await read({ action: 'refuseKey', before: seen[0]!.id })).toHaveLength((await refusals()).length - 1);
  });

  test('what cannot be written down is not done', async () => {
    const tools = { fetch: service.fetch, takesMail: async () => true } as never;
    const actions = audited(service.db, {
      publicUrl: service.origin,
      backups: new Backups(undefined),
      moves: new Moves(),
      tools,
    });
    const { accountId: account, db } = service;
    const about = { label: 'unseen', rights: ['get' as const], creator: 'api', expires: null, networks: [] };
    const { id } = await actions.createKey({ ...about, label: 'kept' });
    const before = await actions.listKeys({});
    const limits = await actions.listLimits({});
    await sql`alter table audit_entry add constraint full_log check (action = 'x') not valid`.execute(db);
    try {
      for (const act of [
        () => actions.createKey(about),
        () => actions.rotateKey({ id, until: new Date().toISOString() }),
        () => actions.revokeKey({ id }),
        () => actions.setTimeZone({ timeZone: 'Europe/Berlin' }),
        () => actions.setLimit({ perDay: 7 }),
        () => actions.setProfileFields({ names: ['FIRSTNAME'] }),
        () => actions.setQuota({ account, name: 'contacts', value: 7 }),
        () => actions.createAccount({ name: 'Unseen', domain: 'unseen.example.com', timeZone: 'UTC' }),
        () => actions.closeAccount({ id: account }),
        () =>
          actions.importContacts({
            contacts: [{ email: 'unseen@example.org' }],
            options: { permission: 1, syncMode: 2 } as never,
            dryRun: false,
          }),
      ])
        await expect(act()).rejects.toThrow('full_log');
    } finally {
      await sql`alter table audit_entry drop constraint full_log`.execute(db);
    }
    expect(await actions.listKeys({})).toEqual(before);
    expect(await actions.listLimits({})).toEqual(limits);
    expect(await actions.profileFields({})).not.toEqual(['FIRSTNAME']);
    expect((await actions.listQuotas({ account }))[0]).toMatchObject({ value: 10_000_000 });
    expect(await actions.listAccounts({})).toMatchObject([{ id: account, closed: null, timeZone: 'UTC' }]);
    expect((await service.client.contacts.getByEmail({ email: 'unseen@example.org' })).status).toBe(404);
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
    await noteAct(db, { accountId: null, action: 'unknown and older' });
    const day = 86_400_000;
    for (const [action, days] of [
      ['old', 399],
      ['older', 401],
      ['unknown and older', 401],
    ] as const) {
      const at = new Date(Date.now() - days * day);
      await db.updateTable('audit_entry').set({ at }).where('action', '=', action).execute();
    }
    await purgeActsTask.run(db, never);
    const kept = (await read()).map(({ action }) => action);
    expect(['old', 'older', 'unknown and older'].map((name) => kept.includes(name))).toEqual([true, false, false]);
  });
});
