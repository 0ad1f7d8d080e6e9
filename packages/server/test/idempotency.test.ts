import { expect, test } from 'vitest';
import type { Call } from '../src/runtime/index.ts';
import { headerOf, inputOf, messageOf, type Sent, send, xmlType } from './fixture.ts';

const create: Sent = {
  method: 'POST',
  path: '/contacts',
  headers: { 'idempotency-key': 'k-1', 'content-type': xmlType },
  body: '<name>Ada</name>',
};

async function callOf(sent: Sent): Promise<Call> {
  let seen: Call | undefined;
  const intercept = (call: Call, next: (context: string) => unknown) => {
    seen = call;
    return next('context');
  };
  const answer = await send(sent, { hooks: { intercept } });
  if (!seen) throw new Error(`The handler was not reached: ${answer.status} ${answer.body}`);
  return seen;
}

const hashOf = async (sent: Sent) => Buffer.from((await callOf(sent)).idempotency!.requestHash).toString('hex');

test('intercept is told the key, the handler is not', async () => {
  expect((await callOf(create)).idempotency?.key).toBe('k-1');
  expect(await inputOf('createContact', create)).not.toHaveProperty('Idempotency-Key');
});

test.each<[string, Sent]>([
  ['without the header', { ...create, headers: { 'content-type': xmlType } }],
  ['of an operation that has no such parameter', { path: '/ping', headers: { 'idempotency-key': 'k-1' } }],
])('a request %s has no key', async (_what, sent) => {
  expect((await callOf(sent)).idempotency).toBeUndefined();
});

test('an empty key is refused', async () => {
  const answer = await send({ ...create, headers: { ...create.headers, 'idempotency-key': '' } });
  expect(answer.status).toBe(400);
  expect(messageOf(answer)).toBe('"Idempotency-Key" must not be empty');
  expect(headerOf(answer, 'content-type')).toBe(xmlType);
});

test.each<[string, Sent, boolean]>([
  ['the same request', {}, true],
  ['another way to answer', { headers: { ...create.headers, accept: 'application/*' } }, true],
  ['another body', { body: '<name>Eve</name>' }, false],
  ['another query', { query: 'x=1' }, false],
  ['another media type', { headers: { 'idempotency-key': 'k-1' } }, false],
])('the hash of %s', async (_what, change, same) => {
  expect((await hashOf({ ...create, ...change })) === (await hashOf(create))).toBe(same);
});
