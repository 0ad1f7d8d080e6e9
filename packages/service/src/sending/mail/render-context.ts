import type { Kysely } from 'kysely';
import { type Account, listPlaceholders } from '../../account/index.ts';
import {
  attachmentsOf,
  type Engine,
  engineOf,
  findContent,
  listProperties,
  type Mailing,
  type MailingContent,
} from '../../mailings/index.ts';
import { type CustomFields, customFields } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { MailAttachment } from './body.ts';

/** What is the same in all mails of a mailing. */
export interface RenderContext {
  account: Account;
  mailing: Mailing;
  content: MailingContent;
  properties: ReadonlyMap<string, string>;
  /** How the contents are filled. */
  engine: Engine;
  /** Of the account, by key. */
  placeholders: ReadonlyMap<string, string>;
  customFields: CustomFields;
  /** Of the mailing. */
  attachments: readonly MailAttachment[];
}

/** Reads what is the same in all mails of a mailing: once for all of them. */
export async function readRenderContext(
  db: Kysely<Schema>,
  account: Account,
  mailing: Mailing,
): Promise<RenderContext> {
  const properties = byKey(await listProperties(db, account.id, mailing.id));
  return {
    account,
    mailing,
    content: await findContent(db, mailing),
    properties,
    engine: engineOf(properties),
    placeholders: byKey(await listPlaceholders(db, account.id)),
    customFields: await customFields(db, account.id),
    attachments: await attachmentsOf(db, mailing),
  };
}

const byKey = (pairs: { key: string; value: string }[]): ReadonlyMap<string, string> =>
  new Map(pairs.map(({ key, value }) => [key, value]));
