import type { Kysely } from 'kysely';
import { type Account, listPlaceholders } from '../../account/index.ts';
import { findContent, listProperties, type Mailing } from '../../mailings/index.ts';
import { customFields } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Letter } from './contact-tags.ts';

/** What is the same on all letters of a mailing. */
export async function readLetterhead(
  db: Kysely<Schema>,
  account: Account,
  mailing: Mailing,
): Promise<Omit<Letter, 'contact' | 'links'>> {
  return {
    account,
    mailing,
    content: await findContent(db, mailing),
    properties: byKey(await listProperties(db, account.id, mailing.id)),
    placeholders: byKey(await listPlaceholders(db, account.id)),
    customFields: await customFields(db, account.id),
  };
}

const byKey = (pairs: { key: string; value: string }[]): ReadonlyMap<string, string> =>
  new Map(pairs.map(({ key, value }) => [key, value]));
