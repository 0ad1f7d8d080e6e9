import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('keys that are bound to networks on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  const keyFor = async (...networks: string[]) => {
    const key = generateKey();
    const about = { label: 'test', rights: ['get' as const], creator: 'test', expires_at: null, networks };
    const id = await insertKey(service.db, service.accountId, key, about);
    return { key, id };
  };
  const ping = (key: string) =>
    service.fetch(`${service.origin}/1.0/ping`, { headers: { authorization: `Bearer ${key}` } });
  const signIn = (key: string) =>
    service.fetch(`${service.origin}/console/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ key }),
      redirect: 'manual',
    });

  test.each<[networks: string[], status: number]>([
    [[], 200],
    [['127.0.0.0/8'], 200],
    [['192.0.2.0/24', '127.0.0.1/32'], 200],
    [['192.0.2.0/24', '2001:db8::/32'], 403],
  ])('%j: %i', async (networks, status) => {
    expect((await ping((await keyFor(...networks)).key)).status).toBe(status);
  });

  test('the answer says why, and no page opens', async () => {
    const { key } = await keyFor('192.0.2.0/24');
    expect(await (await ping(key)).text()).toContain('The API key is not valid from 127.0.0.1.');
    const answer = await signIn(key);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    const outbox = await service.fetch(`${service.origin}/outbox`, {
      headers: { authorization: `Bearer ${key}` },
      redirect: 'manual',
    });
    expect(outbox.status).toBe(303);
  });

  test('a session that is taken elsewhere is none', async () => {
    const { key, id } = await keyFor('127.0.0.0/8');
    const cookie = (await signIn(key)).headers.get('set-cookie')!.split(';')[0]!;
    const look = () => service.fetch(`${service.origin}/console`, { headers: { cookie }, redirect: 'manual' });
    expect((await look()).status).toBe(200);
    await service.db
      .updateTable('api_key')
      .set({ networks: ['192.0.2.0/24'] })
      .where('id', '=', id)
      .execute();
    expect((await look()).status).toBe(403);
  });
});
