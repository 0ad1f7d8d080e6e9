import { expect, test } from 'vitest';
import { rememberKeyHolders } from './memory.ts';
import type { KeyHolder } from './store.ts';

test('a holder is remembered for a moment from the question on, a revoked key never longer', async () => {
  let now = 0;
  let lookups = 0;
  let holder: KeyHolder | undefined = { keyId: 7 } as KeyHolder;
  const find = async () => {
    lookups++;
    now += 10;
    return holder;
  };
  const { holderOf } = rememberKeyHolders(find, 1000, () => now);
  expect(await holderOf('a')).toEqual({ keyId: 7 });
  holder = undefined;
  now = 999;
  expect(holderOf('a')).toEqual({ keyId: 7 });
  expect(lookups).toBe(1);
  now = 1000;
  expect(await holderOf('a')).toBeUndefined();
  expect(await holderOf('a')).toBeUndefined();
  expect(lookups).toBe(3);
});

test('keys are not taken for each other', async () => {
  const { holderOf } = rememberKeyHolders(async (key) => (key === 'a' ? ({ keyId: 1 } as KeyHolder) : undefined), 1000);
  expect(await holderOf('a')).toEqual({ keyId: 1 });
  expect(await holderOf('b')).toBeUndefined();
});

test('after a revocation keys are looked up again, and what was found before is not remembered', async () => {
  let holder: KeyHolder | undefined = { keyId: 7 } as KeyHolder;
  const { holderOf, forget } = rememberKeyHolders(async () => holder, 1000);
  await holderOf('a');
  const asked = holderOf('b');
  holder = undefined;
  forget();
  expect(await asked).toEqual({ keyId: 7 });
  expect(await holderOf('a')).toBeUndefined();
  expect(await holderOf('b')).toBeUndefined();
});
