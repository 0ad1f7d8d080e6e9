import { operations } from '@mailwright/server';
import { expect, test } from 'vitest';
import { handlers } from '../../src/app/operations.ts';

test('rule 8: every operation has a handler: a function of its name in operations/<tag>, entered in app/operations.ts', () => {
  const missing = Object.keys(operations).filter((id) => !Object.hasOwn(handlers, id));
  expect(missing).toEqual([]);
  const unknown = Object.keys(handlers).filter((id) => !Object.hasOwn(operations, id));
  expect(unknown).toEqual([]);
});
