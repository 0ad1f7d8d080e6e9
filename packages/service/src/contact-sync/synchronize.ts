import type { SynchronizationReport, SynchronizedContact } from '@mailwright/server';
import type { Kysely } from 'kysely';
import { customFieldTypes } from '../contacts/store.ts';
import type { Schema } from '../db/schema.ts';
import { formatSqlDateTime } from '../time/format.ts';
import type { SyncOptions } from './options.ts';
import { planSync } from './plan.ts';
import { findExisting, writeContacts } from './store.ts';
import { validateContacts } from './validate.ts';

/**
 * Creates and changes many contacts, in the open transaction. Nothing is written when contacts are invalid and these are
 * not to be ignored; then the report has no success.
 */
export async function synchronize(
  db: Kysely<Schema>,
  accountId: number,
  contacts: readonly SynchronizedContact[],
  options: SyncOptions,
): Promise<SynchronizationReport> {
  const { entries, invalid } = validateContacts(contacts, await customFieldTypes(db, accountId), options.knownBy);
  if (invalid.length > 0 && !options.ignoreInvalid) {
    return report(contacts, { inserts: [], invalid, existing: 0, unsubscribed: 0 }, false);
  }
  const find = await findExisting(db, accountId, entries, options.knownBy);
  const plan = planSync(entries, find, options, formatSqlDateTime(new Date()));
  const success = plan.invalid.length === 0 || options.ignoreInvalid;
  if (success) await writeContacts(db, accountId, plan.inserts, plan.updates);
  return report(contacts, { ...plan, invalid: [...invalid, ...plan.invalid] }, success);
}

function report(
  contacts: readonly SynchronizedContact[],
  {
    inserts,
    invalid,
    existing,
    unsubscribed,
  }: Pick<ReturnType<typeof planSync>, 'inserts' | 'invalid' | 'existing' | 'unsubscribed'>,
  success: boolean,
): SynchronizationReport {
  return {
    success,
    count_contacts: contacts.length,
    count_new_contacts: success ? inserts.length : 0,
    count_existing_contacts: success ? existing : 0,
    count_unsubscribed_contacts: success ? unsubscribed : 0,
    count_invalid_contacts: invalid.length,
    invalid_contacts: invalid.map(({ contact, fault }) => ({
      email: contact.email ?? null,
      external_id: contact.external_id ?? null,
      error: fault,
    })),
  };
}
