import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { openKeys } from '../../platform/queue/store.ts';
import { lastActivity } from '../../tracking/index.ts';
import type { EvaluationState } from '../tables.ts';
import { startOfDay } from './compile-days.ts';
import { refreshFilterKind } from './refresh-kind.ts';
import { dependsOnActivity, dependsOnToday } from './rules.ts';
import type { ContactFilter } from './store.ts';

/** Data that determines the state of a filter. */
export interface FilterClock {
  /** Keys of the filters that are refreshed in the background. */
  refreshing: readonly string[];
  /** When a contact of the account was last changed; null when there is none. */
  lastChange: Date | null;
  /** When a delivery, an opening or a click of the account was last written down. */
  lastActivity: Date | null;
  /** When the day began in the account's time zone. */
  startOfToday: Date;
}

/** Read it before the filters: one whose refresh has ended by then is read with its new contacts. */
export async function readFilterClock(db: Db, accountId: number): Promise<FilterClock> {
  return db
    .selectFrom('contact')
    .select([
      sql<Date | null>`max(updated_at)`.as('lastChange'),
      lastActivity(accountId).as('lastActivity'),
      startOfDay({ accountId }).as('startOfToday'),
      openKeys(accountId, refreshFilterKind.kind).as('refreshing'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

type Evaluation = Pick<ContactFilter, 'id' | 'rules' | 'evaluated_at'>;

/**
 * Reports whether the contacts of a filter are those of its rules. The counting of days begins anew with each day; a rule on
 * what contacts do is out of date after any activity in the account, in whatever mailing.
 */
export function filterState(filter: Evaluation, moment: FilterClock): EvaluationState {
  const { id, rules, evaluated_at } = filter;
  const { refreshing, lastChange, lastActivity, startOfToday } = moment;
  if (refreshing.includes(String(id))) return 'updating';
  if (evaluated_at === null || (lastChange !== null && lastChange >= evaluated_at)) return 'outofdate';
  if (lastActivity !== null && lastActivity >= evaluated_at && dependsOnActivity(rules)) return 'outofdate';
  return evaluated_at < startOfToday && dependsOnToday(rules) ? 'outofdate' : 'uptodate';
}
