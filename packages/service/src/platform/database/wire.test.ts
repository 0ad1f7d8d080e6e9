import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parameterText, textParser } from './wire.ts';

test.each<[type: string, oid: number, text: string, value: unknown]>([
  ['bool', 16, 't', true],
  ['bool', 16, 'f', false],
  ['bytea', 17, '\\x00ff', new Uint8Array([0, 255])],
  ['int8', 20, '9007199254740991', Number.MAX_SAFE_INTEGER],
  ['int2', 21, '-1', -1],
  ['int4', 23, '2147483647', 2_147_483_647],
  ['float8', 701, '-Infinity', Number.NEGATIVE_INFINITY],
  ['jsonb', 3802, '{"a": [null]}', { a: [null] }],
  ['timestamptz', 1184, '2026-11-20 12:00:00.123+00', new Date('2026-11-20T12:00:00.123Z')],
  ['date', 1082, '2026-11-20', '2026-11-20'],
  ['numeric', 1700, '0.10', '0.10'],
  ['interval', 1186, '1 day', '1 day'],
  ['text[]', 1009, '{a,NULL,"NULL","b,c"}', ['a', null, 'NULL', 'b,c']],
  ['int8[]', 1016, '{{1,2},{NULL,3}}', [[1, 2], [null, 3]]], // biome-ignore format: one row
  ['a type it does not know', 600, '(1,2)', '(1,2)'],
])('reads %s', (_, oid, text, value) => {
  expect(textParser(oid)(text)).toEqual(value);
});

test.each(['9007199254740992', '-9223372036854775808'])('refuses to round the bigint %s', (text) => {
  expect(() => textParser(20)(text)).toThrow(RangeError);
});

test.each<[value: unknown, text: string | null]>([
  [null, null],
  [undefined, null],
  ['', ''],
  [1.5, '1.5'],
  [10n, '10'],
  [true, 'true'],
  [new Uint8Array([0, 255]), '\\x00ff'],
  [Buffer.from('a'), '\\x61'],
  [['a', null, 'b"c'], '{"a",NULL,"b\\"c"}'],
  [{ a: 1 }, '{"a":1}'],
])('writes %o', (value, text) => {
  expect(parameterText(value)).toBe(text);
});

test('a Date is written as the same instant, whatever the zone of the machine', () => {
  const instant = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, (date) => {
      expect(new Date(parameterText(date)!)).toEqual(date);
    }),
  );
});
