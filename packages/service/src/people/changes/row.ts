import type { ContactPreference, Permission } from '../../platform/database/schema.ts';
import type { ContactChange } from '../contacts/input.ts';

/** Where a contact came from, kept as evidence of consent. */
export interface Origin {
  source: string | undefined;
  subscriptionPage: string | undefined;
}

/** A contact as it is to be written; fields that are null are cleared. */
export interface ContactRow {
  /** Absent for a new contact. */
  id?: number;
  change: ContactChange;
  clearsEmail: boolean;
  permission: Permission;
  /** Whether the contact gets an address that it did not have. */
  movesAddress: boolean;
  /** Whether an unsubscribed contact is turned back. */
  resubscribe: boolean;
  /** All of them; null when they stay as they are. */
  preferences: ContactPreference[] | null;
  /** Where the contact came from; absent when it is not known or stays as it is. */
  origin?: Origin;
}
