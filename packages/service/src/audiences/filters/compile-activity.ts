import { type Expression, type SqlBool, sql } from 'kysely';
import { didCondition, type MailActivity } from '../../tracking/index.ts';
import { type AccountDay, startOfDay } from './compile-days.ts';
import type { ActivityOperator, ActivityRule } from './rules.ts';

const acts: Record<ActivityOperator, { act: MailActivity; not: boolean }> = {
  RECEIVED: { act: 'received', not: false },
  OPENED: { act: 'opened', not: false },
  CLICKED: { act: 'clicked', not: false },
  NOT_RECEIVED: { act: 'received', not: true },
  NOT_OPENED: { act: 'opened', not: true },
  NOT_CLICKED: { act: 'clicked', not: true },
};

/** Compiles a rule about opens and clicks of contacts, ever or in the last days including today. */
export function compileActivityRule(
  { operator, mailing_id, days }: ActivityRule,
  today: AccountDay,
): Expression<SqlBool> {
  const { act, not } = acts[operator];
  const since = days === undefined ? undefined : startOfDay(today, 1 - days);
  const did = didCondition(act, today.accountId, mailing_id, since);
  return not ? sql<SqlBool>`(not ${did})` : did;
}
