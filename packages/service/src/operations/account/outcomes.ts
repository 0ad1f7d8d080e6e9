import { type Handlers, notFound } from '@mailwright/server';
import { countOutcomes, listOutcomes, markSeen, type RecordedOutcome, readNames } from '../../outcomes/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';

/** How work has ended, and who needs to look at it. */
export const outcomeHandlers = {
  async listOutcomes(input, { db, accountId }) {
    const outcomes = await listOutcomes(db, accountId, input);
    const nameOf = await readNames(db, accountId, outcomes);
    return {
      items: outcomes.map((outcome) => outcomeDocument(outcome, nameOf(outcome))),
      total: await totalOf(outcomes, input, () => countOutcomes(db, accountId, input)),
    };
  },

  async setOutcomeSeen({ outcomeId }, { db, accountId }) {
    if (!(await markSeen(db, accountId, outcomeId))) throw notFound('Outcome', outcomeId);
  },
} satisfies Partial<Handlers<Context>>;

function outcomeDocument(outcome: RecordedOutcome, name: string | undefined) {
  const { id, kind, object_id, started_by, result, reasons, counts, times, ended_at, seen_at } = outcome;
  return {
    id,
    kind,
    object_id,
    ...(name !== undefined && { name }),
    ...(started_by !== null && { started_by }),
    result,
    reasons,
    ...Object.fromEntries(Object.entries(counts).map(([what, count]) => [`count_${what}`, count])),
    times,
    ended: formatSqlDateTime(ended_at),
    ...(seen_at !== null && { seen: formatSqlDateTime(seen_at) }),
  };
}
