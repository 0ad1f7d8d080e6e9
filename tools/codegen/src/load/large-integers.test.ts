import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { noteLargeIntegers } from './large-integers.ts';

const told = (schema: string): [string, string][] => {
  const notes: [string, string][] = [];
  const document = describeApi(`components: { schemas: { S: { properties: { a: ${schema} } } } }`);
  noteLargeIntegers(document, ({ pointer, message }) => notes.push([pointer!, message]));
  return notes;
};

test.each([
  ['{ type: integer, enum: [1, 9007199254740993] }', 'enum', '9007199254740992'],
  ['{ type: integer, format: int64, const: -9007199254740993 }', 'const', '-9007199254740992'],
  ['{ default: 12345678901234567890 }', 'default', '12345678901234567000'],
  ['{ type: array, items: { type: integer }, default: [9007199254740993] }', 'default', '9007199254740992'],
])('%s is told', (schema, key, found) => {
  const message = `integers beyond ±9007199254740991 are rounded, here to ${found}; describe such values as texts`;
  expect(told(schema)).toEqual([[`#/components/schemas/S/properties/a/${key}`, message]]);
});

test.each([
  '{ type: integer, enum: [1, 9007199254740991, -9007199254740991] }',
  '{ type: number, enum: [1.0e+300] }',
  '{ type: integer, format: int64, maximum: 9223372036854775807 }',
  '{ type: string, enum: ["9007199254740993"] }',
])('%s is exact', (schema) => {
  expect(told(schema)).toEqual([]);
});
