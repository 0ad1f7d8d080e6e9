import { expect, test } from 'vitest';
import { actions } from './actions.ts';

const named = Object.entries(actions).map(([name, { right, audit, transaction }]) => ({
  name,
  right,
  audit,
  transaction,
}));

test('an action that changes or exports data has an audit entry, others have none', () => {
  expect(named.filter(({ right, audit }) => (right === 'write') !== (audit !== 'none'))).toEqual([]);
});

test('the entry of a change is written in its transaction, unless the change takes long', () => {
  expect(named.filter(({ right, transaction }) => right === 'write' && !transaction).map(({ name }) => name)).toEqual([
    'checkMailing',
    'sendMailing',
    'testMailing',
    'startBackup',
    'unsealAccount',
    'removeAccount',
    'createDkimKey',
    'rotateSecrets',
    'forgetSecrets',
  ]);
});
