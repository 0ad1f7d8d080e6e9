import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const known = ['permission', 'sync_mode', 'src', 'emails', 'page_size'];

test.each([
  ['permision', 'permission'],
  ['Permission', 'permission'],
  ['premission', 'permission'],
  ['syncmode', 'sync_mode'],
  ['scr', 'src'],
  ['email', 'emails'],
  ['pagesize', 'page_size'],
  ['x', undefined],
  ['firstname', undefined],
  ['', undefined],
])('%j is meant for %j', (name, meant) => {
  expect(nearest(name, known)).toBe(meant);
});
