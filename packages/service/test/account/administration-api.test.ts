import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdminClient } from '@mailwright/client/admin';
import description from '@mailwright/spec/admin/openapi.json' with { type: 'json' };
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { insertOperatorKey } from '../../src/account/operators/store.ts';
import type { Right } from '../../src/account/tables.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('the administration interface on $kind', ({ open }) => {
  let service: TestService;
  let admin: ReturnType<typeof createAdminClient>;
  let account: number;

  async function clientWith(rights: Right[], about: { expires_at?: Date; networks?: string[] } = {}) {
    const operatorKey = generateKey();
    await insertOperatorKey(service.db, operatorKey, { label: '', rights, expires_at: null, networks: [], ...about });
    return clientFor(operatorKey);
  }
  const clientFor = (operatorKey: string) =>
    createAdminClient({ baseUrl: `${service.origin}/admin/1.0`, operatorKey, fetch: service.fetch, retries: 0 });

  const named = join(mkdtempSync(join(inject('runDirectory'), 'operators-')), 'named');

  beforeAll(async () => {
    mkdirSync(named);
    const directories = { relaySecrets: named, operatorFiles: named };
    service = await startTestService(await open(), undefined, {}, { directories });
    admin = await clientWith(['get', 'post', 'put', 'delete']);
    account = service.accountId;
  });
  afterAll(() => service.close());

  test('keys of accounts are not valid, nor are operator keys for the API of accounts', async () => {
    expect((await clientFor(service.key).accounts.list()).status).toBe(401);
    const key = (await admin.operatorKeys.create({ body: { rights: ['get'] } }).orThrow()).key;
    const elsewhere = await service.fetch(`${service.origin}/1.0/ping`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(elsewhere.status).toBe(401);
  });

  test('a key that is expired, revoked, of another network or without the right is refused', async () => {
    expect((await (await clientWith(['get'], { expires_at: new Date(0) })).accounts.list()).status).toBe(401);
    expect((await (await clientWith(['get'], { networks: ['192.0.2.0/24'] })).accounts.list()).status).toBe(403);
    const reader = await clientWith(['get']);
    expect((await reader.accounts.list()).status).toBe(200);
    expect((await reader.accounts.create({ body: { name: 'x', domain: 'x.example.com' } })).status).toBe(403);
    const { id, key } = await admin.operatorKeys.create({ body: { rights: ['get'], label: 'ci' } }).orThrow();
    expect((await clientFor(key).accounts.list()).status).toBe(200);
    await admin.operatorKeys.revoke({ key: id }).orThrow();
    expect((await clientFor(key).accounts.list()).status).toBe(401);
    expect(await admin.operatorKeys.list().orThrow()).toContainEqual(
      expect.objectContaining({ id, label: 'ci', prefix: key.slice(0, 8), revoked: expect.any(String) }),
    );
  });

  test('an account is created, changed, used and closed', async () => {
    const draft = { name: 'Mill & Sons', domain: 'mill.example.com', timeZone: 'Europe/Berlin' };
    const { id, key } = await admin.accounts.create({ body: draft }).orThrow();
    const ping = () => service.fetch(`${service.origin}/1.0/ping`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ping()).status).toBe(200);
    await admin.accounts
      .update({
        account: id,
        body: { name: 'Mill', demandsApproval: true, signOffAbove: 9, demandsSecondFactor: true },
      })
      .orThrow();
    expect(await admin.accounts.get({ account: id }).orThrow()).toMatchObject({
      ...{ id, name: 'Mill', domain: 'mill.example.com', timeZone: 'Europe/Berlin', demandsApproval: true, keys: 1 },
      ...{ signOffAbove: 9, demandsSecondFactor: true, closed: null, sealed: null },
    });
    expect(await admin.accounts.close({ account: id }).orThrow()).toEqual({ name: 'Mill', keys: 1 });
    expect((await ping()).status).toBe(401);
    expect((await admin.accounts.close({ account: id })).status).toBe(409);
    expect((await admin.accounts.update({ account: id, body: { name: 'x' } })).status).toBe(409);
  });

  test('keys, quotas, limits, bounce limits, fields and sites of an account', async () => {
    const made = await admin.keys.create({ account, body: { rights: ['get'], networks: ['127.0.0.1'] } }).orThrow();
    const until = new Date(Date.now() + 60_000).toISOString();
    const rotated = await admin.keys.rotate({ account, key: made.id, body: { until } }).orThrow();
    await admin.keys.revoke({ account, key: rotated.id }).orThrow();
    const listed = await admin.keys.list({ account }).orThrow();
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({ rights: ['get'], networks: ['127.0.0.1/32'] });
    expect(listed.find(({ id }) => id === rotated.id)?.revoked).toEqual(expect.any(String));

    const quota = async () =>
      (await admin.quotas.list({ account }).orThrow()).find(({ name }) => name === 'mailings')!.value;
    await admin.quotas.set({ account, quota: 'mailings', body: { value: 7 } }).orThrow();
    expect(await quota()).toBe(7);
    await admin.quotas.reset({ account, quota: 'mailings' }).orThrow();
    expect(await quota()).toBe(100_000);

    await admin.limits.set({ account, domain: 'Slow.example', body: { perMinute: 5 } }).orThrow();
    await admin.limits.set({ account, body: { perDay: 1000 } }).orThrow();
    expect(await admin.limits.list({ account }).orThrow()).toEqual(
      expect.arrayContaining([
        { domain: 'slow.example', perMinute: 5, perDay: null },
        { domain: null, perMinute: null, perDay: 1000 },
      ]),
    );
    await admin.limits.remove({ account, domain: 'slow.example' }).orThrow();
    expect((await admin.limits.remove({ account, domain: 'slow.example' })).status).toBe(404);

    await admin.bounces.setLimits({ account, body: { hard: 5, soft: null } }).orThrow();
    expect(await admin.bounces.getLimits({ account }).orThrow()).toMatchObject({ hard: 5, soft: null });

    await admin.profilePage.setFields({ account, body: { names: ['FIRSTNAME'] } }).orThrow();
    expect(await admin.profilePage.getFields({ account }).orThrow()).toEqual({ names: ['FIRSTNAME'] });

    const { id: site } = await admin.sites.add({ account, body: { name: 'S', domain: 's.example.com' } }).orThrow();
    const { id: goal } = await admin.sites.addGoal({ account, site, body: { name: 'Order' } }).orThrow();
    const sites = await admin.sites.list({ account }).orThrow();
    expect(sites).toContainEqual({
      id: site,
      name: 'S',
      domain: 's.example.com',
      goals: [{ id: goal, name: 'Order' }],
    });
    expect(await admin.sendouts.list({ account }).orThrow()).toEqual([]);
  });

  describe('a key makes no key that can do more, or outlives it', () => {
    type Made = { id: number; key: string };
    /** Every operation whose answer has a key, by its id. */
    const makers: Record<string, (client: typeof admin) => Promise<{ status: number; made: Made | undefined }>> = {
      async createAccount(client) {
        const answer = await client.accounts.create({ body: { name: 'Bound', domain: 'bound.example.com' } });
        return { status: answer.status, made: answer.ok ? answer.data : undefined };
      },
      async createKey(client) {
        const answer = await client.keys.create({ account, body: { rights: ['get', 'delete'] } });
        return { status: answer.status, made: answer.ok ? answer.data : undefined };
      },
      async rotateKey(client) {
        const all = { label: '', rights: ['get' as const, 'delete' as const], creator: 'x', expires_at: null };
        const key = await insertKey(service.db, account, generateKey(), all);
        const until = new Date(Date.now() + 60_000).toISOString();
        const answer = await client.keys.rotate({ account, key, body: { until } });
        return { status: answer.status, made: answer.ok ? answer.data : undefined };
      },
      async createOperatorKey(client) {
        const answer = await client.operatorKeys.create({ body: { rights: ['get', 'delete'] } });
        return { status: answer.status, made: answer.ok ? answer.data : undefined };
      },
    };

    test('each operation that makes keys is tried', () => {
      const making = Object.values(description.paths).flatMap((path) =>
        Object.values(path as Record<string, { operationId?: string }>).filter((operation) =>
          JSON.stringify(operation).includes('/NewKey"'),
        ),
      );
      expect(making.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(makers).sort());
    });

    const bounds = {
      'fewer rights': { rights: ['get', 'post'] as Right[] },
      'an end': { rights: ['get', 'post', 'delete'] as Right[], expires_at: new Date(Date.UTC(2099, 0)) },
      networks: { rights: ['get', 'post', 'delete'] as Right[], networks: ['127.0.0.0/8', '::1/128'] },
    };
    test.each(Object.keys(makers).flatMap((maker) => Object.keys(bounds).map((bound) => [maker, bound])))(
      '%s by a key with %s',
      async (maker, bound) => {
        const { rights, ...about } = bounds[bound as keyof typeof bounds];
        const { status, made } = await makers[maker!]!(await clientWith(rights, about));
        if (made === undefined) return expect(status).toBe(403);
        const key = await service.db
          .selectFrom('api_key')
          .select(['rights', 'networks', 'expires_at'])
          .where(
            'id',
            '=',
            (await service.db.selectFrom('api_key').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
          )
          .executeTakeFirstOrThrow();
        const { expires_at = null, networks = [] } = about as { expires_at?: Date; networks?: string[] };
        expect(key).toEqual({ rights, networks, expires_at });
      },
    );
  });

  test('the audit log names the operator key', async () => {
    await admin.limits.set({ account, body: { perDay: 5000 } }).orThrow();
    const [entry] = await admin.auditLog.list({ account, action: 'setLimit', limit: 1 }).orThrow();
    const [me] = await admin.operatorKeys.list().orThrow();
    expect(entry).toMatchObject({
      action: 'setLimit',
      object: `operator-key=${me!.id}`,
      key: null,
      network: '127.0.0.0',
    });
  });

  describe('files are named in the directories of the service only', () => {
    const relay = { name: 'secret', address: 'smtp://u@127.0.0.1:1' };
    const update = (body: object) => admin.relays.set({ relay: 'named', body });
    /** Every member of a body that names a file. */
    const members: Record<string, (file: string) => Promise<{ status: number; ok: boolean; error?: unknown }>> = {
      'addRelay.passwordFile': (passwordFile) => admin.relays.add({ body: { ...relay, passwordFile } }),
      'setRelay.passwordFile': (passwordFile) => update({ passwordFile }),
      'startBackup.target': (target) => admin.backups.start({ body: { target } }),
      'startAccountExport.target': (target) => admin.moves.startExport({ body: { account, target } }),
      'startAccountImport.source': (source) => admin.moves.startImport({ body: { source } }),
    };
    beforeAll(async () => {
      writeFileSync(join(named, 'password'), 'geheim');
      writeFileSync(join(named, '..', 'outside'), 'geheim');
      symlinkSync(join(named, '..'), join(named, 'up'));
      symlinkSync(join(named, '..', 'outside'), join(named, 'link'));
      const passwordFile = join(named, 'password');
      await admin.relays.add({ body: { ...relay, name: 'named', passwordFile } }).orThrow();
    });

    test('each member is tried', () => {
      const found = Object.values(description.paths).flatMap((path) =>
        Object.values(path as Record<string, object>).flatMap((operation) => {
          const { operationId, requestBody } = operation as { operationId?: string; requestBody?: object };
          const [, schema] = /schemas\/(\w+)"/.exec(JSON.stringify(requestBody ?? {})) ?? [];
          const { properties = {} } =
            (description.components.schemas as Record<string, { properties?: object }>)[schema ?? ''] ?? {};
          return Object.keys(properties).flatMap((name) =>
            /file|director|path|^target$|^source$/i.test(name) ? [`${operationId}.${name}`] : [],
          );
        }),
      );
      expect(found.sort()).toEqual(Object.keys(members).sort());
    });

    test.each(
      Object.keys(members).flatMap((member) =>
        ['/etc/passwd', '../outside', 'up/outside', 'link', 'none/x', '.'].map((file) => [member, file] as const),
      ),
    )('%s is not %s', async (member, file) => {
      const answer = await members[member]!(file.startsWith('/') ? file : join(named, '/').concat(file));
      expect([answer.status, JSON.stringify(answer.error)]).toEqual([
        403,
        expect.stringContaining('can be named over the network'),
      ]);
    });

    test('the secret of a relay goes nowhere else before it is given again', async () => {
      for (const body of [
        { address: 'smtp://u@127.0.0.1:2' },
        { address: 'smtp://u@elsewhere.example:1' },
        { address: 'smtps://u@127.0.0.1:1' },
        { address: 'smtp://other@127.0.0.1:1' },
        { tls: 'optional' as const },
      ]) {
        const answer = await update(body);
        expect([answer.status, JSON.stringify(answer.error)]).toEqual([
          403,
          expect.stringContaining('give its source again'),
        ]);
      }
      expect((await update({ weight: 2, address: 'smtp://u@127.0.0.1:1' })).status).toBe(200);
      const passwordFile = join(named, 'password');
      expect((await update({ address: 'smtp://u@127.0.0.1:2', tls: 'optional', passwordFile })).status).toBe(200);
      await admin.relays.remove({ relay: 'named' }).orThrow();
    });
  });

  test('relays are added, changed, tested and removed', async () => {
    const address = 'smtp://127.0.0.1:1';
    await admin.relays.add({ body: { name: 'spare', address, tls: 'optional' } }).orThrow();
    await admin.relays.set({ relay: 'spare', body: { weight: 3, accounts: [account] } }).orThrow();
    const relay = (await admin.relays.list().orThrow()).find(({ name }) => name === 'spare');
    expect(relay).toMatchObject({ address, weight: 3, accounts: [account], down: null });
    expect((await admin.relays.test({ relay: 'spare' })).status).toBe(409);
    expect((await admin.relays.test({ relay: 'none' })).status).toBe(404);
    expect(await admin.relays.listReceivers().orThrow()).toEqual([]);
    await admin.relays.remove({ relay: 'spare' }).orThrow();
    expect((await admin.relays.remove({ relay: 'spare' })).status).toBe(404);
  });

  test('dead jobs are listed, retried and deleted, others are left alone', async () => {
    const insert = async (state: string) => {
      const { rows } = await sql<{ id: number }>`
        insert into job (account_id, kind, key, payload, state, due_at, attempts, error)
        values (${account}, 'none of the worker', ${Math.random()}, '{}', ${state}, now() + interval '1 day', 9, 'it failed')
        returning id`.execute(service.db);
      return rows[0]!.id;
    };
    const [dead, lost, waiting] = [await insert('dead'), await insert('dead'), await insert('waiting')];
    expect(await admin.jobs.list({ state: 'dead' }).orThrow()).toMatchObject([
      { id: dead, account, state: 'dead', attempts: 9, error: 'it failed' },
      { id: lost },
    ]);
    await admin.jobs.retry({ account, job: dead }).orThrow();
    await admin.jobs.delete({ account, job: lost }).orThrow();
    expect(await admin.jobs.list({ state: 'dead' }).orThrow()).toEqual([]);
    const states = (await admin.jobs.list({}).orThrow()).map(({ id, state }) => [id, state]);
    expect(states).toEqual(expect.arrayContaining([[dead, 'waiting']]));
    expect((await admin.jobs.delete({ account, job: waiting })).status).toBe(409);
  });

  test('the last verified backup', async () => {
    const { backups, health } = admin;
    expect((await backups.getVerified()).status).toBe(409);
    const record = (finished: string) => backups.setVerified({ body: { finished } });
    await record('2031-06-02T03:00:00Z').then(({ status }) => expect(status).toBe(409));
    await record('2026-01-02T03:00:00.000Z').orThrow();
    await record('2026-01-01T03:00:00Z').orThrow();
    const finished = '2026-01-02T03:00:00.000Z';
    expect(await backups.getVerified().orThrow()).toEqual({ finished, verifiedAt: expect.any(String) });
    expect(await health.get().orThrow()).toMatchObject({ verifiedBackup: finished });
  });

  test('domains and health', async () => {
    const domains = await admin.domains.list().orThrow();
    const [record] = domains.find(({ domain }) => domain === 'news.example.com')!.records;
    const spf = { type: 'TXT', purpose: 'spf', value: 'v=spf1 ip4:ADDRESS -all' };
    expect(record).toEqual({ name: 'news.example.com', ...spf, found: null });
    expect((await admin.domains.createDkimKey({ body: { domain: 'a.example.com' } })).status).toBe(409);
    expect(await admin.health.get().orThrow()).toMatchObject({
      readOnly: false,
      deadJobs: 0,
      version: expect.any(String),
    });
    expect((await admin.backups.get()).status).toBe(409);
    expect((await admin.backups.start({ body: { target: join(named, 'nowhere') } })).status).toBe(409);
  });

  test.each([
    ['an unknown account', () => admin.limits.list({ account: 999 }), 404, 'There is no account 999'],
    ['a limit without a value', () => admin.limits.set({ account, body: {} }), 400, 'Give a limit'],
    ['a wrong time zone', () => admin.accounts.update({ account, body: { timeZone: 'X' } }), 400, 'no time zone "X"'],
    ['a wrong network', () => admin.keys.create({ account, body: { rights: ['get'], networks: ['x'] } }), 400, '"x"'],
    ['an unknown field', () => admin.profilePage.setFields({ account, body: { names: ['X'] } }), 400, 'X'],
    [
      'an unknown DKIM key',
      () =>
        admin.relays.add({ body: { name: 'r', address: 'smtp://x.example', dkimKey: 's9._domainkey.example.com' } }),
      400,
      'There is no DKIM key "s9._domainkey.example.com"',
    ],
    ['a wrong address', () => admin.relays.add({ body: { name: 'r', address: 'http://x' } }), 400, 'not an address'],
  ])('%s is told', async (_, call, status, message) => {
    const answer = await call();
    expect([answer.status, answer.ok ? '' : String(answer.error.message)]).toEqual([
      status,
      expect.stringContaining(message),
    ]);
  });
});
