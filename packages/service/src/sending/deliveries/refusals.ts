import { sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import { contactsMatching } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { refusalReason } from './refusal-reason.ts';

/** Why a contact gets no mail of a mailing, in the words of the event `filtered`. */
export type Refusal =
  | 'unsubscribed'
  | 'permission'
  | 'paused'
  | 'frequency'
  | 'blocked'
  | 'held'
  | 'blacklist'
  | 'mailing_blacklist'
  | 'no_address';

/** Returns the contacts that get no mail of a mailing as things are now, with the reason. */
export async function findRefusals(
  db: Db,
  mailing: Mailing,
  contactIds: readonly number[],
): Promise<Map<number, Refusal>> {
  const rows = await contactsMatching(
    db,
    mailing.account_id,
    () => sql<boolean>`contact.id = any(${contactIds}::int8[])`,
  )
    .select(['contact.id', refusalReason(mailing).as('reason')])
    .execute();
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason as Refusal]])));
}
