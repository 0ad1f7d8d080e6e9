import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { namedPatterns } from './pattern-keyword.ts';
import { restrictions } from './schema.ts';

const year = { type: 'string', pattern: '^[0-9]{4}$' };

test.each([
  [year, { pattern: year.pattern }],
  [
    { ...year, 'x-pattern-words': 'a year, such as 2026' },
    { pattern: year.pattern, words: 'a year, such as 2026' },
  ],
  // Of another tool, or beside no pattern.
  [{ ...year, 'x-pattern-words': { en: 'a year' } }, { pattern: year.pattern }],
  [{ type: 'string', maxLength: 2, 'x-pattern-words': 'a year' }, { limit: 2 }],
])('%j: a fault tells %j', (schema, params) => {
  const validate = namedPatterns(new Ajv2020({ messages: false })).compile(restrictions(schema));
  expect(validate('long ago')).toBe(false);
  expect(validate.errors?.map((fault) => fault.params)).toEqual([params]);
});
