import type { Privilege, Right, Role } from '../tables.ts';

interface Grant {
  rights: readonly Right[];
  privileges: readonly Privilege[];
}

const change: readonly Right[] = ['get', 'post', 'put', 'delete'];

const grants: Readonly<Record<Role, Grant>> = {
  reader: { rights: ['get'], privileges: [] },
  editor: { rights: change, privileges: [] },
  sender: { rights: change, privileges: ['send'] },
  administrator: { rights: change, privileges: ['send', 'administer'] },
};

/** Rights of a user's role. */
export const grantOfRole = (role: Role): Grant => grants[role];

/** Rights of a key. Any key may send with its rights; only one with all of them may give rights to users. */
export function grantOfKey(rights: readonly Right[]): Grant {
  return { rights, privileges: change.every((right) => rights.includes(right)) ? ['send', 'administer'] : ['send'] };
}
