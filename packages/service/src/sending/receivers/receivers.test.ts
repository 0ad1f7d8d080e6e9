import { expect, test } from 'vitest';
import { Receivers } from './receivers.ts';

const settled = () => new Promise(setImmediate);

test('a domain is a receiver of its own until the DNS has told its provider, and again when that is long ago', async () => {
  let now = 0;
  const asked: string[] = [];
  const exchanges = new Map([
    ['firm.example', ['aspmx.l.google.com']],
    ['self.example', ['self.example']],
    ['silent.example', undefined],
    ['none.example', []],
    ['null.example', ['']],
  ]);
  const receivers = new Receivers(
    async (domain) => {
      asked.push(domain);
      return exchanges.get(domain);
    },
    () => now,
  );
  const names = () => ['Firm.example', ...[...exchanges.keys()].slice(1)].map((domain) => receivers.nameOf(domain));
  expect(names()).toEqual(['firm.example', 'self.example', 'silent.example', 'none.example', 'null.example']);
  await settled();
  const known = ['google', 'self.example', 'silent.example', 'none.example', 'null.example'];
  expect(names()).toEqual(known);
  expect(names()).toEqual(known);
  expect(asked).toEqual([...exchanges.keys()]);

  // What is known stays known while it is asked for again, also if the DNS is silent then.
  now += 24 * 3_600_000;
  exchanges.set('firm.example', undefined);
  expect(names()).toEqual(known);
  await settled();
  expect(names()).toEqual(known);
  expect(asked).toHaveLength(2 * exchanges.size);
});

test('what is no domain is not asked for, and a flood of domains is asked for eight at a time', async () => {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const receivers = new Receivers(
    (domain) => {
      asked.push(domain);
      return new Promise((resolve) => waiting.push(() => resolve(['mx.hoster.example'])));
    },
    () => 0,
  );
  for (const text of ['', 'localhost', '[192.0.2.1]', '192.0.2.1', 'a b.example', `${'a'.repeat(64)}.example`])
    expect(receivers.nameOf(text)).toBe(text);
  const domains = Array.from({ length: 20_000 }, (_, at) => `d${at}.example`);
  for (const domain of domains) receivers.nameOf(domain);
  for (const domain of domains) receivers.nameOf(domain);
  expect(asked).toEqual(domains.slice(0, 8));
  while (waiting.length > 0) {
    for (const answer of waiting.splice(0)) answer();
    await settled();
  }
  // Those beyond the queue are left to a later mail.
  expect(asked).toHaveLength(10_008);
  expect(domains.filter((domain) => receivers.nameOf(domain) === 'hoster.example')).toHaveLength(10_008);
});

test('without a DNS to ask, only well-known domains are put together', () => {
  const receivers = new Receivers(undefined, () => 0);
  expect(['gmail.com', 'example.com'].map((domain) => receivers.nameOf(domain))).toEqual(['google', 'example.com']);
});
