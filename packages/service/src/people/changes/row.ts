import { type ContactChange, mergePreferences } from '../contacts/input.ts';
import type { ContactPreference, Permission } from '../tables.ts';

/** Source of a contact, kept as evidence of consent. */
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
  /** Source of the contact; absent if it is unknown or does not change. */
  origin?: Origin;
}

interface RowOptions {
  permission: Permission;
  /** Time of changed preferences, `YYYY-MM-DD HH:MM:SS`. */
  now: string;
  clearsEmail?: boolean;
  resubscribe?: boolean;
  origin?: Origin;
}

/** Builds the row of a new contact. */
export function newContactRow(change: ContactChange, { now, ...options }: RowOptions): ContactRow {
  return {
    change,
    clearsEmail: false,
    resubscribe: false,
    movesAddress: change.email !== undefined,
    preferences: mergePreferences([], change.preferences, now),
    ...options,
  };
}

/** Builds the row of an existing contact. */
export function changedContactRow(
  contact: { id: number; email_folded: string | null; preferences: ContactPreference[] },
  change: ContactChange,
  { now, ...options }: RowOptions,
): ContactRow {
  return {
    id: contact.id,
    change,
    clearsEmail: false,
    resubscribe: false,
    movesAddress: change.email !== undefined && change.email.folded !== contact.email_folded,
    preferences: change.preferences.length > 0 ? mergePreferences(contact.preferences, change.preferences, now) : null,
    ...options,
  };
}
