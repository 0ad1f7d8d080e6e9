import type { Permission } from '../tables.ts';

/**
 * Key by which existing contacts are found. With the service id, contacts without an id or with an unknown one are found by
 * their address.
 */
export type KnownBy = 'email' | 'external id' | 'service id';

export interface SyncOptions {
  knownBy: KnownBy;
  /** Absent, a new contact gets 1 and an existing one keeps its own. */
  permission?: Permission | undefined;
  /** Whether existing contacts are overwritten; else they stay as they are. */
  overwrite: boolean;
  /** Whether the permission counts for existing contacts too. */
  overridePermission: boolean;
  /** Whether those who have unsubscribed are turned back by the permission; else they are left out and counted. */
  reimportUnsubscribed: boolean;
  /** Whether unknown contacts are left out. */
  updateOnly: boolean;
  /** Whether valid contacts are stored although others are invalid. */
  ignoreInvalid: boolean;
}
