import { expect, test } from 'vitest';
import { secretCookie } from './cookies.ts';

const cookie = secretCookie('name', { sameSite: 'Strict', seconds: 60 });

test('scripts, other hosts and HTTP never get the cookie', () => {
  expect(cookie.write('7.secret')).toBe('__Host-name=7.secret; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=60');
  expect(cookie.end).toBe('__Host-name=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0');
});

test.each([
  ['__Host-name=7.secret', '7.secret'],
  ['a=b; __Host-name=s; c=d', 's'],
  ['x__Host-name=s', undefined],
  ['name=s', undefined],
  ['__Host-name=', undefined],
  ['__Host-name=a b', undefined],
  [`__Host-name=${'s'.repeat(201)}`, undefined],
  [undefined, undefined],
])('%s: %s', (header, wanted) => {
  expect(cookie.read(header)).toBe(wanted);
});
