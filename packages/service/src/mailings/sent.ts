import type { Kysely } from 'kysely';
import type { MailingState, MailingType, Schema } from '../db/schema.ts';

/** States of mailings that went out, at least in part; a canceled one may have. */
const sentStates: readonly MailingState[] = [
  'sending',
  'paused',
  'done',
  'canceled',
  'archiving',
  'archived',
  'released',
];

/** Whether mails of a mailing in this state can have reached somebody. */
export function wasSent(state: MailingState): boolean {
  return sentStates.includes(state);
}

/** Whether a mailing of the type is released, that is, goes out by itself when something happens. */
export async function hasReleasedMailing(db: Kysely<Schema>, accountId: number, type: MailingType): Promise<boolean> {
  const row = await db
    .selectFrom('mailing')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('state', '=', 'released')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
