import { expect, test } from 'vitest';
import type { Permission } from '../../platform/database/schema.ts';
import { grantedPermission } from './permission.ts';

test.each<[Permission, boolean, Permission | undefined, Permission]>([
  [1, false, 2, 2],
  [2, false, 1, 1],
  [4, false, 1, 4],
  [4, false, 5, 5],
  [5, false, 4, 5],
  [5, false, 6, 5],
  [3, false, undefined, 3],
  [1, true, 5, 1],
])('permission %i, unsubscribed %s, wanted %s: %i', (permission, unsubscribed, wanted, result) => {
  expect(grantedPermission({ permission, unsubscribed_at: unsubscribed ? new Date() : null }, wanted)).toBe(result);
});
