import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

test.each([
  ['{ x-right: get, x-retry: safe, x-timeout: 30 }', []],
  ['{ x-right: post, x-retry: safe, x-timeout: 30 }', ['x-right is `post`, not the method, `get`.']],
  ['{ x-right: get, x-privilege: send, x-retry: safe, x-timeout: 30 }', []],
  [
    '{ x-right: get, x-privilege: fly, x-retry: safe, x-timeout: 30 }',
    ['x-privilege is `fly`, not one of send, administer.'],
  ],
  [
    '{ x-right: get, x-confirm: true, x-retry: safe, x-timeout: 30 }',
    ['x-confirm is `true`, not absent, or `true` at a change.'],
  ],
  ['{ x-right: get, x-retry: maybe, x-timeout: 30 }', ['x-retry is `maybe`, not one of safe, idempotent, never.']],
  ['{ x-right: get, x-retry: safe, x-timeout: 0.5 }', ['x-timeout is `0.5`, not a number of seconds from 1 to 600.']],
  [
    '{ operationId: listThings }',
    [
      'x-right is `absent`, not the method, `get`.',
      'x-retry is `absent`, not one of safe, idempotent, never.',
      'x-timeout is `absent`, not a number of seconds from 1 to 600.',
    ],
  ],
])('get: %s', async (operation, messages) => {
  expect(await lintOperation('operation-policy', operation)).toEqual(messages);
});
