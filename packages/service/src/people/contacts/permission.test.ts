import { expect, test } from 'vitest';
import type { Permission } from '../tables.ts';
import { createdPermission, grantedPermission, updatedPermission } from './permission.ts';

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

test.each<[existing: Permission | undefined, wanted: Permission | undefined, doi: boolean, Permission]>([
  [undefined, undefined, false, 1],
  [undefined, 2, false, 2],
  [undefined, 4, false, 4],
  [undefined, 2, true, 2],
  [undefined, 4, true, 1],
  [undefined, 5, true, 1],
  [2, 3, false, 3],
  [4, 1, false, 4],
  [2, 4, true, 2],
  [1, 3, true, 1],
])('created over permission %s, wanted %s, doi %s: %i', (existing, wanted, doi, result) => {
  const contact = existing && { permission: existing, unsubscribed_at: null };
  expect(createdPermission(contact, wanted, doi)).toBe(result);
});

test.each<[Permission, boolean, Permission | undefined, boolean, { permission: Permission; asked?: 4 | 5 }]>([
  [2, false, undefined, false, { permission: 2 }],
  [4, false, 1, false, { permission: 1 }],
  [2, false, 4, false, { permission: 4 }],
  [2, false, 4, true, { permission: 2, asked: 4 }],
  [4, false, 5, true, { permission: 4, asked: 5 }],
  [2, false, 3, true, { permission: 3 }],
  [1, true, 3, false, { permission: 1 }],
  [1, true, 5, true, { permission: 1, asked: 5 }],
])(
  'updated from permission %i, unsubscribed %s, wanted %s, doi %s: %o',
  (permission, unsubscribed, wanted, doi, result) => {
    const contact = { permission, unsubscribed_at: unsubscribed ? new Date() : null };
    expect(updatedPermission(contact, wanted, doi)).toEqual(result);
  },
);
