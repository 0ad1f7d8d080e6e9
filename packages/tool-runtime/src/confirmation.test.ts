import { describe, expect, test } from 'vitest';
import type { ToolOperation } from './api.ts';
import { createConfirmations, needsConfirmation } from './confirmation.ts';

const operation = (id: string, about: Partial<ToolOperation> = {}): ToolOperation => ({
  ...{ id, group: 'pets', name: id, method: 'POST', path: '/', summary: '', description: '', parameters: [] },
  ...about,
});
const send = operation('send');
const secret = Buffer.from('a secret of the caller');

test.each([
  [{ method: 'DELETE' }, true],
  [{ method: 'POST', confirm: true }, true],
  [{ method: 'POST' }, false],
  [{ method: 'GET' }, false],
] as const)('%j needs a confirmation: %s', (about, needed) => {
  expect(needsConfirmation(operation('x', about))).toBe(needed);
});

describe('a confirmation', () => {
  const start = Date.UTC(2031, 5, 1);
  const given = { id: 7, body: { to: ['a', 'b'], name: 'Ada' } };
  const token = createConfirmations(secret, () => start).issue(send, given);
  const confirms = (
    { with: tried = token, call = send, args = given as object, by = secret as Uint8Array, seconds = 0 } = {} as {
      with?: unknown;
      call?: ToolOperation;
      args?: object;
      by?: Uint8Array;
      seconds?: number;
    },
  ) => createConfirmations(by, () => start + seconds * 1000).confirms(tried, call, args as Record<string, unknown>);

  test.each([
    ['of the same call in another process', {}, true],
    ['with the members in another order', { args: { body: { name: 'Ada', to: ['a', 'b'] }, id: 7 } }, true],
    ['after ten minutes', { seconds: 600 }, true],
    ['a second later', { seconds: 601 }, false],
    ['of another operation', { call: operation('erase') }, false],
    ['of other arguments', { args: { ...given, id: 8 } }, false],
    ['with a list in another order', { args: { id: 7, body: { to: ['b', 'a'], name: 'Ada' } } }, false],
    ['without an argument', { args: { id: 7 } }, false],
    ['of another caller', { by: Buffer.from('another') }, false],
    ['that was prolonged', { with: `z${token}` }, false],
    ['with another signature', { with: `${token.slice(0, -22)}${'A'.repeat(22)}` }, false],
    ['that is none', { with: 'yes' }, false],
    ['that is no text', { with: { toString: () => token.slice(1) } }, false],
  ])('%s', (_, tried, isGood) => expect(confirms(tried)).toBe(isGood));

  test('is another one each time, so that the same call can be made twice', () => {
    expect(createConfirmations(secret, () => start).issue(send, given)).not.toBe(token);
  });
});
