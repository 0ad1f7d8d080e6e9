import type { Kysely } from 'kysely';
import { findAccount } from '../../account/index.ts';
import { findContactFilter, memberCondition, refreshMembers } from '../../audiences/index.ts';
import { findDispatching, findMailing, isReleased } from '../../mailings/index.ts';
import { matching } from '../../people/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { queueDeliveries } from '../../sending/index.ts';
import { isRepeated, type PlannedRun, planRun, type Repeated, runTriggerKind } from './plan.ts';
import { contactsWithEvent, recordRun, type TriggerRun } from './runs.ts';

const hour = 3_600_000;
/** A run that is late by more than its interval is not made up. */
const graceOf: Record<Repeated['repeat'], number> = { HOUR: hour, DAY: 24 * hour, WEEK: 168 * hour, MONTH: 672 * hour };

/**
 * Runs a trigger mailing at its planned instant, and plans the next run. Recipients, the log of the run and the next plan
 * are written in the transaction that ends the job: a run happens once, whatever dies in between.
 * @param wake starts the delivery of what a run has queued
 * @param now the clock, by default the system's
 */
export function runTriggerJob(wake: () => void, now = () => new Date()): JobHandler<PlannedRun> {
  return {
    ...runTriggerKind,
    async run(db, { mailingId, plannedAt }, { accountId, signal, complete }) {
      const run: TriggerRun = { mailingId, plannedAt: new Date(plannedAt) };
      const mailing = await findMailing(db, accountId, mailingId);
      const dispatching = mailing && (await findDispatching(db, mailing));
      if (!mailing || !isReleased(mailing.state) || !dispatching || !isRepeated(dispatching)) return;
      const account = await findAccount(db, accountId);
      const late = now().getTime() - plannedAt > graceOf[dispatching.repeat];
      const contacts = late ? null : await contactsOf(db, accountId, run, dispatching, signal);
      if (signal.aborted) return;
      await db.transaction().execute(async (transaction) => {
        await complete(transaction);
        if (await recordRun(transaction, accountId, run, now(), contacts?.length ?? null)) {
          await queueDeliveries(transaction, mailing, contacts ?? [], `run:${run.plannedAt.toISOString()}`);
        }
        await planRun(transaction, account, mailing, late ? now() : run.plannedAt);
      });
      wake();
    },
  };
}

/** Whom the run is for; who may not get the mail after all is found out when it is about to be sent. */
async function contactsOf(
  db: Kysely<Schema>,
  accountId: number,
  run: TriggerRun,
  dispatching: Repeated,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { transaction_type_id: typeId, contact_filter_id: filterId } = dispatching;
  if (typeId !== null) return contactsWithEvent(db, accountId, run, typeId);
  return filterId === null ? [] : contactsOfFilter(db, accountId, filterId, signal);
}

async function contactsOfFilter(
  db: Kysely<Schema>,
  accountId: number,
  filterId: number,
  signal: AbortSignal,
): Promise<number[]> {
  const filter = await findContactFilter(db, accountId, filterId);
  if (filter === undefined || !(await refreshMembers(db, filter, signal))) return [];
  const refreshed = (await findContactFilter(db, accountId, filterId))!;
  const rows = await matching(db, accountId, memberCondition(refreshed))
    .select('contact.id')
    .orderBy('contact.id')
    .execute();
  return rows.map(({ id }) => id);
}
