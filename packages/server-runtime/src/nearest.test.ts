import { expect, test } from 'vitest';
import { nearest, nearestPath } from './nearest.ts';

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

test.each([
  ['/contact/count', '/contacts/count'],
  ['/mailing/7/name', '/mailings/{id}/name'],
  ['/mailings/7/nmae', '/mailings/{id}/name'],
  ['/contacts/count/', '/contacts/count'],
  ['/users', undefined],
  [`/${'x'.repeat(300)}`, undefined],
])('%s is meant for %s', (path, wanted) => {
  expect(nearestPath(path, ['/contacts/count', '/mailings/{id}/name', '/ping'])).toBe(wanted);
});
