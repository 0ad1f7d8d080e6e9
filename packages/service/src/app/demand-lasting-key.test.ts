import { type Call, operations } from '@mailwright/server';
import { expect, test } from 'vitest';
import { demandLastingKey } from './demand-lasting-key.ts';
import type { HolderPrincipal } from './principal.ts';

type Operation = Call<HolderPrincipal>['operation'];
const all = Object.values(operations) as Operation[];
const administering = all.filter(({ privilege, method }) => privilege === 'administer' && method !== 'GET');

const demand = (operation: Operation, holder: { expires?: Date; networks?: string[]; userId?: number }) =>
  demandLastingKey({
    operation,
    principal: { holder: { expires: null, networks: [], userId: undefined, ...holder } },
  } as unknown as Call<HolderPrincipal>);

test('there are operations that change users and keys', () => {
  expect(administering.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['inviteUser', 'createApiKey', 'updateUser']),
  );
});

test.each(administering)('$id needs a key that lasts, or a session', (operation) => {
  expect(() => demand(operation, { expires: new Date() })).toThrow('expires or is bound');
  expect(() => demand(operation, { networks: ['192.0.2.0/24'] })).toThrow('expires or is bound');
  expect(() => demand(operation, {})).not.toThrow();
  expect(() => demand(operation, { userId: 1, expires: new Date() })).not.toThrow();
});

test('other operations take every key', () => {
  for (const operation of all.filter((each) => !administering.includes(each)))
    expect(() => demand(operation, { expires: new Date(), networks: ['192.0.2.0/24'] })).not.toThrow();
});
