import { expect, test } from 'vitest';
import { result } from './pages.ts';

const later = new Date('2031-01-01T00:00:00Z');

test.each([
  [{ status: null, attempts: 0, next_attempt_at: later }, 'waiting'],
  [{ status: null, attempts: 0, next_attempt_at: null }, 'not sent'],
  [{ status: 204, attempts: 3, next_attempt_at: null }, '204'],
  [{ status: 500, attempts: 1, next_attempt_at: later }, '<b>500</b>'],
  [{ status: null, attempts: 1, next_attempt_at: later }, '<b>no answer</b>'],
  [{ status: 302, attempts: 12, next_attempt_at: null }, '<b>302, given up</b>'],
  [{ status: null, attempts: 12, next_attempt_at: null }, '<b>no answer, given up</b>'],
])('%j: %s', (delivery, words) => expect(result(delivery)).toBe(words));
