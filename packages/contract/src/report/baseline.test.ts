import { expect, test } from 'vitest';
import { breach } from '../judge/finding.ts';
import { createBaseline, distinct, known } from './baseline.ts';

test.each<[string, string, string, boolean]>([
  ['a status', 'Status 500 is not documented', 'Status 500 is not documented', true],
  ['another status', 'Status 500 is not documented', 'Status 404 is not documented', false],
  ['another value', 'name was written as "a" and is read as "b"', 'name was written as "c" and is read as "d"', true],
  ['another property', 'name was written as "a"', 'title was written as "a"', false],
  ['an id of this run', 'GET /pets/1234 still answers', 'GET /pets/98 still answers', true],
  ['a place that looks like a status', 'body: 1:226: unclosed tag', 'body: 1:231: unclosed tag', true],
  [
    'a count that looks like a status',
    'the list with limit=1 has 120 items',
    'the list with limit=1 has 99 items',
    true,
  ],
  ['another status that was wanted', 'Wanted 400 or 422, got 200', 'Wanted 404, got 200', false],
  ['an invented name', 'pet k3f9a1 is not there', 'pet q77zz0 is not there', true],
  ['another bound at another place', 'body.name must NOT have fewer', 'body.note must NOT have fewer', false],
])('%s', (_, before, now, isKnown) => {
  const baseline = createBaseline([known('get', breach('body', before))]);
  expect(baseline.has('get', breach('body', now))).toBe(isKnown);
  expect(baseline.has('put', breach('body', before))).toBe(false);
  expect(baseline.unseen()).toHaveLength(isKnown ? 0 : 1);
});

test('a fault is written once, and in the same order by every run', () => {
  const [one, other] = [known('a', breach('body', 'x')), known('b', breach('body', 'y'))];
  expect(distinct([other, one, other])).toEqual(distinct([one, other]));
  expect(distinct([other, one, other])).toHaveLength(2);
});
