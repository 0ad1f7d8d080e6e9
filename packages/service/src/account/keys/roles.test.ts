import { expect, test } from 'vitest';
import type { Right } from '../tables.ts';
import { grantOfKey, grantOfRole } from './roles.ts';

test.each([
  ['reader', ['get'], []],
  ['editor', ['get', 'post', 'put', 'delete'], []],
  ['sender', ['get', 'post', 'put', 'delete'], ['send']],
  ['administrator', ['get', 'post', 'put', 'delete'], ['send', 'administer']],
] as const)('%s', (role, rights, privileges) => {
  expect(grantOfRole(role)).toEqual({ rights, privileges });
});

test.each<[Right[], string[]]>([
  [['get'], ['send']],
  [['get', 'post', 'put'], ['send']],
  [
    ['delete', 'put', 'post', 'get'],
    ['send', 'administer'],
  ],
])('a key with %j', (rights, privileges) => {
  expect(grantOfKey(rights)).toEqual({ rights, privileges });
});
