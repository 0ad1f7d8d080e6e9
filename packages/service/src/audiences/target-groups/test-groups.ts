import type { TargetGroup } from './store.ts';

/** A test target group has at most this many contacts. */
export const maxTestContacts = 100;

/** Reports whether a target group is one for tests and approvals. */
export function isForTests(group: Pick<TargetGroup, 'type'>): boolean {
  return group.type === 'test' || group.type === 'approval';
}
