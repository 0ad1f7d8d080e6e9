import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import { didCondition, type MailActivity } from '../../tracking/index.ts';
import { hasAnswered } from './answered.ts';

/**
 * Branches of a `case` over columns of `contact`: who gets no mail of a mailing that sends another one again. Asked when the
 * audience is fixed and again when each mail is about to be handed over, so that whoever responds meanwhile is left in peace,
 * whatever segment the mailing has.
 */
export function resendRefusal({ account_id, resend_of }: Mailing): RawBuilder<unknown> {
  if (resend_of === null) return sql``;
  const did = (act: MailActivity): RawBuilder<SqlBool> => didCondition(act, account_id, resend_of, undefined);
  return sql`when not ${did('received')} or ${did('bounced')} then 'not_reached'
    when ${did('opened')} or ${did('clicked')} or ${did('converted')}
      or ${hasAnswered(account_id, sql`answer.mailing_id = ${resend_of}`)} then 'responded'`;
}
