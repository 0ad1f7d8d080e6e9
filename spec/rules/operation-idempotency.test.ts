import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const key = 'parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]';
const no = '{ description: No. }';
const replayed = '{ description: Done., headers: { Idempotent-Replayed: { schema: { type: boolean } } } }';

test.each([
  ['get', `responses: { '200': ${no} }`, []],
  ['get', key, ['The operation changes nothing and must not take Idempotency-Key.']],
  ['post', `${key}\nresponses: { '201': ${replayed}, '409': ${no}, '422': ${no} }`, []],
  [
    'put',
    `responses: { '200': ${no} }`,
    [
      'The operation changes something and lacks the header parameter Idempotency-Key.',
      'Status 409 is missing; the operation takes Idempotency-Key.',
      'Status 422 is missing; the operation takes Idempotency-Key.',
      'Status 200 lacks the header Idempotent-Replayed.',
    ],
  ],
  ['delete', `${key}\nresponses: { '422': ${no} }`, ['Status 409 is missing; the operation takes Idempotency-Key.']],
])('%s, %s', async (method, operation, messages) => {
  expect(await lintOperation('operation-idempotency', operation, `${method} /things`)).toEqual(messages);
});
