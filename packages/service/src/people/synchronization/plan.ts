import { inSlices } from '../../platform/tasks/in-slices.ts';
import { type ContactRow, changedContactRow, newContactRow } from '../changes/row.ts';
import { grantedPermission } from '../contacts/permission.ts';
import type { ContactPreference, Permission } from '../tables.ts';
import { type Mark, marksAddress } from '../unsubscriptions/marks-address.ts';
import { emailMissing, emailTwice, externalIdTwice } from './faults.ts';
import type { SyncOptions } from './options.ts';
import type { Entry, Invalid } from './validate.ts';

/** Fields of an existing contact that a synchronization needs. */
export interface Existing {
  id: number;
  email_folded: string | null;
  permission: Permission;
  unsubscribed_at: Date | null;
  anonymous: boolean;
  preferences: ContactPreference[];
}

export interface Plan {
  inserts: ContactRow[];
  updates: ContactRow[];
  invalid: Invalid[];
  existing: number;
  /** Ids of those contacts, changed or not. */
  existingIds: number[];
  unsubscribed: number;
}

/** Decides what becomes of each valid contact of a call. `find` gives the existing contact that an entry means. */
export async function planSync(
  entries: readonly Entry[],
  find: (entry: Entry) => Existing | undefined,
  marks: ReadonlyMap<string, Mark>,
  options: SyncOptions,
  now: string,
): Promise<Plan> {
  const plan: Plan = { inserts: [], updates: [], invalid: [], existing: 0, existingIds: [], unsubscribed: 0 };
  const taken = new Set<number>();
  const isLeftOut = (entry: Entry, existing: Existing | undefined) => {
    if (options.reimportUnsubscribed) return false;
    const mark = marks.get(addressOf(entry, existing) ?? '');
    return marksAddress(mark, existing?.unsubscribed_at ?? null);
  };
  await inSlices(entries, (entry) => {
    const { contact, change } = entry;
    const existing = find(entry);
    if (existing === undefined) {
      if (options.updateOnly) return;
      if (isLeftOut(entry, undefined)) plan.unsubscribed++;
      else if (options.knownBy === 'service id' && !change.email) plan.invalid.push({ contact, fault: emailMissing });
      else plan.inserts.push(newRow(entry, options, now));
    } else if (taken.has(existing.id)) {
      plan.invalid.push({ contact, fault: options.knownBy === 'external id' ? externalIdTwice : emailTwice });
    } else {
      taken.add(existing.id);
      if (existing.anonymous || isLeftOut(entry, existing)) plan.unsubscribed++;
      else {
        plan.existing++;
        plan.existingIds.push(existing.id);
        if (options.overwrite) plan.updates.push(changedRow(existing, entry, options, now));
      }
    }
  });
  return plan;
}

/** The address that an entry is about: that of its contact, or of the one that it makes. */
export const addressOf = ({ change }: Entry, existing: Existing | undefined): string | undefined =>
  existing?.email_folded ?? change.email?.folded;

function newRow({ change, clearsEmail }: Entry, { permission = 1 }: SyncOptions, now: string): ContactRow {
  return newContactRow(change, { permission, now, clearsEmail });
}

function changedRow(existing: Existing, { change, clearsEmail }: Entry, options: SyncOptions, now: string): ContactRow {
  const wanted = options.overridePermission ? options.permission : undefined;
  const resubscribe = existing.unsubscribed_at !== null && wanted !== undefined && wanted > 1;
  const standing = resubscribe ? { ...existing, unsubscribed_at: null } : existing;
  const permission = grantedPermission(standing, wanted);
  return changedContactRow(existing, change, { permission, now, clearsEmail, resubscribe });
}
