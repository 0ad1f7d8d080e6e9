import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MailingState } from '../platform/database/schema.ts';

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

/** The condition that a mailing, named by columns of another table, goes out by itself now. */
export function isReleased(accountId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (select from mailing where account_id = ${accountId} and id = ${id} and state = 'released')`;
}
