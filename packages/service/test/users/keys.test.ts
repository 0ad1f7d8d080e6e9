import { randomUUID } from 'node:crypto';
import { createClient } from '@mailwright/client';
import { operations } from '@mailwright/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signedIn } from '../support/users.ts';

test('operations that tell secrets are known to do so', () => {
  const telling = Object.values(operations).flatMap(({ id, secret }: { id: string; secret?: boolean }) =>
    secret ? [id] : [],
  );
  expect(telling.sort()).toEqual(['createApiKey', 'createWebhook']);
});

describe.each(usualDatabases())('API keys on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  const clientOf = (apiKey: string) => createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch });
  const create = (body: Parameters<typeof service.client.apiKeys.create>[0]['body']) =>
    service.client.apiKeys.create({ body });

  test('a key works with its rights until it is revoked', async () => {
    const { id, key } = await create({ label: ' Shop ', rights: ['post', 'get'] }).orThrow();
    const shop = clientOf(key);
    expect((await shop.contacts.count({})).status).toBe(200);
    expect((await shop.users.list()).status, 'no administrator').toBe(403);
    const listed = (await service.client.apiKeys.list().orThrow()).find((each) => each.id === id);
    expect(listed).toEqual({
      id,
      prefix: key.slice(0, 8),
      label: 'Shop',
      creator: expect.any(String),
      rights: ['get', 'post'],
      networks: [],
      created: expect.any(String),
      last_used: expect.any(String),
    });
    await service.client.apiKeys.revoke({ keyId: id }).orThrow();
    expect((await shop.contacts.count({})).status).toBe(401);
    expect((await service.client.apiKeys.revoke({ keyId: id })).status).toBe(404);
    expect((await service.client.apiKeys.list().orThrow()).map((each) => each.id)).not.toContain(id);
  });

  test.each([
    [{ label: '  ', rights: ['get' as const] }, 'label must have a letter'],
    [{ label: 'x', rights: ['get' as const], networks: ['office'] }, 'networks: a network is an address'],
    [{ label: 'x', rights: ['get' as const], expires: '2031-13-01 00:00:00' }, 'expires must be a date and time'],
    [{ label: 'x', rights: ['get' as const], expires: '2001-01-01 00:00:00' }, 'expires must be in the future'],
  ])('%j is refused', async (body, message) => {
    expect(await create(body)).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining(message) },
    });
  });

  test('a key that ends, or is bound to networks, makes nothing that outlives it', async () => {
    const all = { label: 'x', rights: ['get', 'post', 'put', 'delete'] as const };
    const own = { ...all, rights: [...all.rights] };
    for (const bound of [{ expires: '2099-01-01 00:00:00' }, { networks: ['127.0.0.0/8', '::1'] }]) {
      const { key } = await create({ ...own, ...bound }).orThrow();
      const bounded = clientOf(key);
      const user = { email: 'b@example.org', name: 'B', role: 'administrator' as const };
      const answers = [
        await bounded.apiKeys.create({ body: own }),
        await bounded.users.invite({ body: user }),
        await bounded.account.setSignOffLimit({ body: {} }),
        await bounded.account.setSecondFactorDemand({ body: { demanded: true } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect((await bounded.users.list()).status).toBe(200);
    }
    const { key } = await create(own).orThrow();
    expect((await clientOf(key).apiKeys.create({ body: own })).status).toBe(201);
  });

  test('keys of sessions are neither listed nor revoked here', async () => {
    await signedIn(service, 'administrator');
    const session = await service.db
      .selectFrom('api_key')
      .select('id')
      .where('account_id', '=', service.accountId)
      .where('user_id', 'is not', null)
      .executeTakeFirstOrThrow();
    expect((await service.client.apiKeys.list().orThrow()).map(({ id }) => id)).not.toContain(session.id);
    expect((await service.client.apiKeys.revoke({ keyId: session.id })).status).toBe(404);
  });

  test('an account has at most 1,000', async () => {
    const left = 1000 - (await service.client.apiKeys.list().orThrow()).length;
    const about = { label: 'one of many', rights: ['get' as const], creator: 'x', expires_at: null };
    for (let made = 0; made < left; made++) await insertKey(service.db, service.accountId, generateKey(), about);
    expect((await create({ label: 'x', rights: ['get'] })).status).toBe(409);
    await service.db.deleteFrom('api_key').where('label', '=', 'one of many').execute();
  });

  test.each([
    ['/keys', '{"label":"Once","rights":["get"]}', /"key":"(.*?)"/],
    ['/webhooks', '{"url":"https://shop.example.com/once","events":["bounce"]}', /"secret":"(.*?)"/],
  ])(
    'the secret in the answer of %s stands nowhere in the database, with Idempotency-Key too',
    async (path, body, secret) => {
      const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/vnd.service.api+json' };
      const send = () => callRaw(service, { method: 'POST', path, body, headers });
      const first = await send();
      expect([first.status, first.body]).toEqual([201, expect.stringMatching(secret)]);
      const { rows } = await sql<{ kept: string }>`select answer::text as kept from idempotency_key
      where account_id = ${service.accountId} and answer::text like ${`%${secret.exec(first.body)![1]}%`}`.execute(
        service.db,
      );
      expect(rows).toEqual([]);
      expect(await send()).toMatchObject({ status: 409, body: expect.stringContaining('contained a secret') });
    },
  );
});
