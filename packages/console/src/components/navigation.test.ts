import { expect, test } from 'vitest';
import { currentPath } from './navigation.ts';

const entries = ['/console', '/console/mailings', '/console/delivery', '/console/delivery/domains', '/outbox'];

test.each([
  ['/console', '/console'],
  ['/console/mailings', '/console/mailings'],
  ['/console/mailings/7/report', '/console/mailings'],
  ['/console/delivery', '/console/delivery'],
  ['/console/delivery/domains', '/console/delivery/domains'],
  ['/console/mailings-of-others', undefined],
  ['/console/nothing', undefined],
])('%s belongs to %s', (path, wanted) => {
  expect(currentPath(entries, path)).toBe(wanted);
});
