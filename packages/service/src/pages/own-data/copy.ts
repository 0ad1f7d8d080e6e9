import type { Account } from '../../account/index.ts';
import { type Contact, contactState, customFields } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { ownRecords } from '../../reports/index.ts';
import { signUpsOf } from '../../sign-up/index.ts';
import { listMails } from '../../transactional/index.ts';

const mostMails = { page_size: 10_000, page_index: 1 };

/** Returns all that an account has stored about a contact, for the contact. */
export async function copyOfData(db: Db, account: Account, contact: Contact & { email: string }) {
  const { id, email, external_id, permission, source, subscription_page, preferences } = contact;
  const names = new Map(Array.from(await customFields(db, account.id), ([name, field]) => [String(field.id), name]));
  const custom = Object.entries(contact.custom_fields).map(([field, value]) => [names.get(field) ?? field, value]);
  const { state, reason, since, until } = contactState(contact);
  const single = await listMails(db, account.id, { email }, mostMails);
  return {
    stored_by: account.name,
    copied: new Date(),
    contact: {
      id,
      email,
      external_id,
      permission,
      state: { state, reason, since, until },
      standard_fields: contact.standard_fields,
      custom_fields: Object.fromEntries(custom),
      preferences,
      tags: contact.tags,
      newsletters: { paused_until: contact.paused_until, days_between: contact.newsletter_days },
      source,
      subscription_page,
      created: contact.created_at,
      changed: contact.updated_at,
    },
    consents: await signUpsOf(db, account.id, id),
    ...(await ownRecords(db, account.id, id)),
    single_mails: single.map(({ created_at, state, tags }) => ({ created: created_at, state, tags })),
  };
}
