import { expect, test } from 'vitest';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { deadDomains } from './domains.ts';

test('an account whose domains nobody answers for leaves room for the questions of another one', async () => {
  const waiting: (() => void)[] = [];
  const silent = () => new Promise<undefined>((resolve) => waiting.push(() => resolve(undefined)));
  const ask = (account: number, names: string, takes: (domain: string) => Promise<boolean | undefined>) =>
    onBehalfOf(account, () => deadDomains(new Set(Array.from({ length: 20 }, (_, n) => `${names}${n}`)), takes));
  const slow = [ask(1, 'a', silent), ask(1, 'b', silent)];
  const dead = await ask(2, 'c', async (domain) => domain !== 'c1');
  expect([...dead]).toEqual(['c1']);
  expect(waiting.length).toBe(8);
  const end = setInterval(() => {
    for (const answer of waiting.splice(0)) answer();
  });
  expect(await Promise.all(slow)).toEqual([new Set(), new Set()]);
  clearInterval(end);
});
