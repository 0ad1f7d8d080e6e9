import { type Kysely, sql } from 'kysely';
import type { EvaluationState, Schema } from '../db/schema.ts';
import { dependsOnToday } from './rules.ts';
import type { ContactFilter } from './store.ts';

/** What the states of filters are judged by. */
export interface Moment {
  now: Date;
  /** When a contact of the account was last changed; null when there is none. */
  lastChange: Date | null;
}

export async function currentMoment(db: Kysely<Schema>, accountId: number): Promise<Moment> {
  return db
    .selectFrom('contact')
    .select([sql<Date>`now()`.as('now'), sql<Date | null>`max(updated_at)`.as('lastChange')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

type Evaluation = Pick<ContactFilter, 'rules' | 'refresh_queued_at' | 'refreshing_until' | 'evaluated_at'>;

/** Whether the contacts of a filter are those of its rules. The counting of days begins anew at midnight UTC. */
export function filterState(filter: Evaluation, { now, lastChange }: Moment): EvaluationState {
  const { rules, refresh_queued_at, refreshing_until, evaluated_at } = filter;
  if (refresh_queued_at !== null || (refreshing_until !== null && refreshing_until > now)) return 'updating';
  if (evaluated_at === null || (lastChange !== null && lastChange >= evaluated_at)) return 'outofdate';
  const dayIsOver = now.toISOString().slice(0, 10) !== evaluated_at.toISOString().slice(0, 10);
  return dayIsOver && dependsOnToday(rules) ? 'outofdate' : 'uptodate';
}
