import { expect, test } from 'vitest';
import { formToken, isFormToken, memorySessions } from './sessions.ts';

const minute = 60_000;
const visitor = { address: '192.0.2.1' };

test('a session ends after an hour without requests, after 12 hours, and when it is closed', async () => {
  let now = 0;
  const sessions = memorySessions(
    async (key) => key === 'good',
    () => now,
  );
  expect(await sessions.open('bad', visitor)).toBeUndefined();
  const token = (await sessions.open('good', visitor))!;
  for (; now < 12 * 60 * minute; now += 59 * minute) expect(await sessions.findKey(token)).toBe('good');
  expect(await sessions.findKey(token)).toBeUndefined();

  const [idle, closed] = [(await sessions.open('good', visitor))!, (await sessions.open('good', visitor))!];
  await sessions.close(closed);
  expect([await sessions.findKey(idle), await sessions.findKey(closed)]).toEqual(['good', undefined]);
  now += 60 * minute;
  expect(await sessions.findKey(idle)).toBeUndefined();
  expect(await sessions.findKey('unknown')).toBeUndefined();
});

test('a form token belongs to one session', () => {
  expect(isFormToken('a', formToken('a'))).toBe(true);
  for (const wrong of ['', formToken('b'), `${formToken('a')}x`]) expect(isFormToken('a', wrong)).toBe(false);
});
