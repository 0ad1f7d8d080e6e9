import { expect, test } from 'vitest';
import { type BigintPlaces, parseBigints, writeBigints } from '../src/json-bigints.ts';

const places: BigintPlaces = {
  Sale: { members: { id: 1, lines: { items: 'Line' }, byName: { rest: 1, members: { count: [] } } } },
  Line: [{ members: { key: 1 } }, { members: { key: 1, inner: 'Line' } }],
};
const BIG = 9007199254740993n;

test.each<[string, unknown]>([
  ['{"id":7,"other":7}', { id: 7n, other: 7 }],
  [`{"id":${BIG}}`, { id: BIG }],
  [`{"id":-${BIG}}`, { id: -BIG }],
  [`{"lines":[{"key":${BIG},"inner":{"key":0}}]}`, { lines: [{ key: BIG, inner: { key: 0n } }] }],
  [`{"byName":{"count":1,"a":${BIG}}}`, { byName: { count: 1, a: BIG } }],
  ['{"id":null,"lines":null,"other":"12345678901234567890"}', { id: null, lines: null, other: '12345678901234567890' }],
  ['{"id":1.5,"other":1e21}', { id: 1.5, other: 1e21 }],
  ['{"hasOwnProperty":1,"byName":{"toString":2}}', { hasOwnProperty: 1, byName: { toString: 2n } }],
])('%s', (text, value) => {
  expect(parseBigints(text, places, 'Sale')).toEqual(value);
  if (!/1e21/.test(text)) expect(writeBigints(value)).toBe(text);
});

test.each([`{"other":${BIG}}`, `{"lines":[{"other":[${BIG}]}]}`, '{"id":1e400}', '{"other":-1e400}'])(
  '%s is refused, not rounded',
  (text) => {
    expect(() => parseBigints(text, places, 'Sale')).toThrow(RangeError);
  },
);
