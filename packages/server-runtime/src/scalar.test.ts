import { expect, test } from 'vitest';
import type { ParameterTable } from './api.ts';
import { ScalarFault, scalarReader } from './scalar.ts';

test.each<[Partial<ParameterTable>, text: string, wanted: unknown]>([
  [{ scalar: 'integer' }, '-0', 0],
  [{ scalar: 'integer' }, '9007199254740991', 9007199254740991],
  [{ scalar: 'integer' }, '9007199254740992', 'must be an integer between'],
  [{ scalar: 'integer' }, '-9007199254740993', 'must be an integer between'],
  [{ scalar: 'integer' }, `1${'0'.repeat(400)}`, 'must be an integer between'],
  [{ scalar: 'integer' }, '1.5', 'must be an integer but was'],
  [{ scalar: 'integer', dropsFraction: true }, '1700000000000.5', 1700000000000],
  [{ scalar: 'bigint' }, '9007199254740993', 9007199254740993n],
  [{ scalar: 'bigint' }, '1'.repeat(41), 'must be an integer but was'],
  [{ scalar: 'number' }, '1e400', 'must be a number but was'],
  [{ scalar: 'number' }, 'NaN', 'must be a number but was'],
  [{ scalar: 'number', words: true }, '-Infinity', Number.NEGATIVE_INFINITY],
  [{ scalar: 'boolean' }, 'YES', true],
  [{ scalar: 'boolean' }, 'on', 'must be true or false but was'],
  [{ scalar: 'string' }, 'a\u0000b', 'must not contain control characters'],
  [{ scalar: 'string', ignoreCase: ['Asc'] }, 'aSC', 'Asc'],
])('%j %s', (table, text, wanted) => {
  const read = scalarReader(table as ParameterTable)(text);
  if (read instanceof ScalarFault) expect(read.message).toContain(wanted);
  else expect(read).toBe(wanted);
});
