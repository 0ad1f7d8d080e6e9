import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { createDemoAccount } from '../../src/app/demo-account.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const xml = { 'content-type': 'application/vnd.service.api+xml' };

/** A synchronization of contacts that nobody else has. */
function contacts(batch: number, count: number): string {
  const contact = (n: number) => `<contact><email>c${n}@b${batch}.example.org</email></contact>`;
  return `<contacts>${Array.from({ length: count }, (_, n) => contact(n)).join('')}</contacts>`;
}

describe.each(usualDatabases())('two accounts on $kind', ({ open }) => {
  let service: TestService;
  const key = generateKey();
  beforeAll(async () => {
    service = await startTestService(await open());
    await createDemoAccount(service.db, key);
  });
  afterAll(() => service?.close());

  test('one with many long transactions does not keep the other waiting for all of them', async () => {
    const order: string[] = [];
    const many = Array.from({ length: 24 }, async (_, batch) => {
      const answer = await callRaw(service, {
        method: 'POST',
        path: '/contacts',
        headers: xml,
        body: contacts(batch, 400),
      });
      order.push('many');
      return answer.status;
    });
    await Promise.race(many);
    const headers = { authorization: `Bearer ${key}` };
    const other = await callRaw(service, { method: 'POST', path: '/mailings?name=Other&subject=x', headers });
    order.push('other');
    expect(other.status).toBe(201);
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
    expect(order.indexOf('other'), order.join(' ')).toBeLessThan(12);
  });

  test('one with many large bodies is told to send fewer, and the other is served', async () => {
    const body = `<contacts>${' '.repeat(9_000_000)}</contacts>`;
    const statuses = new Map<number, number>();
    const many = Array.from({ length: 12 }, async () => {
      const { status, headers } = await callRaw(service, { method: 'POST', path: '/contacts', headers: xml, body });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 503) expect(headers['retry-after']).toBe('2');
    });
    const other = await callRaw(service, {
      method: 'POST',
      path: '/contacts',
      headers: { ...xml, authorization: `Bearer ${key}` },
      body,
    });
    await Promise.all(many);
    expect(other.status).toBe(200);
    expect([...statuses.keys()].sort()).toEqual([200, 503]);
  });
});
