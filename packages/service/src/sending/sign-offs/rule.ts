import type { Role } from '../../account/index.ts';

/** Users who must stand for a sendout above the limit of its account. */
const demanded = 2;

/** Roles of users who may send. */
export const sendingRoles = ['sender', 'administrator'] as const satisfies Role[];

/** Reports whether a user may send at this moment, and so stand for a sendout. */
export const maySend = (user: { state: string; role: Role } | undefined): boolean =>
  user?.state === 'active' && sendingRoles.some((role) => role === user.role);

/** What the rule looks at. */
export interface Standing {
  /** Limit of the account; null if it has none. */
  above: number | null;
  recipients: number;
  /** Users who have signed off what is sent. */
  signers: readonly number[];
  /** The user who starts the sendout; null for a program with a key, and for the command line. */
  starter: number | null;
}

/** Returns how many further users must sign off before the sendout may start. */
export function missingUsers({ above, recipients, signers, starter }: Standing): number {
  if (above === null || recipients <= above) return 0;
  const users = new Set([...signers, ...(starter === null ? [] : [starter])]);
  return Math.max(0, demanded - users.size);
}

/** Says why a sendout may not start, in a few words; `undefined` if it may. */
export function signOffFault(standing: Standing): string | undefined {
  const missing = missingUsers(standing);
  if (missing === 0) return undefined;
  const { above, recipients } = standing;
  const users = missing === 1 ? 'one more user must sign it off' : `${missing} users must sign it off`;
  return `it has ${recipients} recipients, and above ${above} ${users}`;
}
