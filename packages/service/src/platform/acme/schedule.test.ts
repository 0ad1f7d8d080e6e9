import { expect, test } from 'vitest';
import { chooseChallenge, mayHurry, nextAttempt, renewalTime } from './schedule.ts';

const at = (text: string) => new Date(`${text}Z`);

test.each([
  ['90 days', '2031-01-01T00:00', '2031-04-01T00:00', '2031-03-02T00:00'],
  ['six days', '2031-01-01T00:00', '2031-01-07T00:00', '2031-01-05T00:00'],
])('a certificate of %s is renewed after two thirds', (_life, from, to, wanted) => {
  expect(renewalTime({ from: at(from), to: at(to) })).toEqual(at(wanted));
});

test.each([
  [1, undefined, '2031-01-01T00:01'],
  [2, undefined, '2031-01-01T00:05'],
  [3, undefined, '2031-01-01T00:15'],
  [4, undefined, '2031-01-01T01:00'],
  [6, undefined, '2031-01-01T12:00'],
  [60, undefined, '2031-01-01T12:00'],
  [1, '2031-01-02T00:00', '2031-01-02T00:00'],
  [6, '2031-01-01T00:10', '2031-01-01T12:00'],
])('after failure %i, with Retry-After %s, the next attempt is at %s', (failures, retryAfter, wanted) => {
  const now = at('2031-01-01T00:00');
  expect(nextAttempt(failures, now, retryAfter === undefined ? undefined : at(retryAfter))).toEqual(at(wanted));
});

test.each([
  [null, true],
  ['2031-01-01T00:00:30', false],
  ['2031-01-01T00:00', true],
])('after an attempt at %s, a hurried one is permitted: %s', (last, wanted) => {
  expect(mayHurry(last === null ? null : at(last), at('2031-01-01T00:01'))).toBe(wanted);
});

test.each([
  [['http-01', 'dns-01', 'tls-alpn-01'], 0, 'http-01'],
  [['http-01', 'dns-01', 'tls-alpn-01'], 1, 'tls-alpn-01'],
  [['tls-alpn-01', 'http-01'], 2, 'http-01'],
  [['tls-alpn-01'], 0, 'tls-alpn-01'],
  [['http-01', 'dns-01'], 1, 'http-01'],
  [['dns-01'], 0, undefined],
])('of %j after %i failures', (offered, failures, wanted) => {
  expect(chooseChallenge(offered, failures)).toBe(wanted);
});
