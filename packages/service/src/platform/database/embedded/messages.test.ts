import { expect, test } from 'vitest';
import { statementError } from './messages.ts';

const error = (fields: object) => Object.assign(new Error('text'), fields);

test('the fields of a failed statement cross, and only those', () => {
  const failed = error({ severity: 'ERROR', code: '23505', constraint: 'c', detail: undefined, query: 'select' });
  expect(statementError(failed)).toEqual({ message: 'text', severity: 'ERROR', code: '23505', constraint: 'c' });
});

test.each([
  ['a crash of WebAssembly', Object.assign(new Error('unreachable'), { name: 'RuntimeError' })],
  ['a PANIC', error({ severity: 'PANIC', code: '58P01' })],
  ['an error without a code', new Error('PGlite is closed')],
  ['something thrown that is no error', 'text'],
])('%s is not the failure of a statement', (_, thrown) => {
  expect(statementError(thrown)).toBeUndefined();
});
