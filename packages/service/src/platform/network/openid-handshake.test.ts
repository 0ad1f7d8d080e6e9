import { expect, test } from 'vitest';
import { newHandshake, readHandshake } from './openid-handshake.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const minutes = 60_000;

test('a secret stands for the same handshake for ten minutes', () => {
  const handshake = newHandshake(now);
  expect(readHandshake(handshake.secret, now + 10 * minutes)).toEqual(handshake);
  expect(readHandshake(handshake.secret, now + 11 * minutes)).toBeUndefined();
  expect(readHandshake(handshake.secret, now - 11 * minutes)).toBeUndefined();
  expect(new Set(Object.values(handshake)).size).toBe(4);
  expect(handshake.verifier).toMatch(/^[\w-]{43}$/);
});

test('another time makes another state', () => {
  const { secret, state } = newHandshake(now);
  const later = secret.replace(/\d+$/, String(now + 60 * minutes));
  expect(readHandshake(later, now + 60 * minutes)?.state).not.toBe(state);
});

test.each(['', '.', `${'a'.repeat(43)}`, `${'a'.repeat(43)}.x`, `${'a'.repeat(42)}.${now}`])(
  '%j is no secret',
  (text) => {
    expect(readHandshake(text, now)).toBeUndefined();
  },
);
