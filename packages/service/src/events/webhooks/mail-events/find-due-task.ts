import { sql } from 'kysely';
import type { Db } from '../../../platform/database/schema.ts';
import { hooksOf } from '../../../platform/hooks/hooks.ts';
import { enqueue } from '../../../platform/queue/enqueue.ts';
import type { Task } from '../../../platform/tasks/worker.ts';
import { type MailEventDelivery, mailEventsKind } from './kind.ts';
import { timesBegun } from './progress.ts';

const atOnce = 100;
/** How long a service rests that has no webhook with events of mails, unless it makes one: another process may have made one. */
const idleMillis = 30_000;

/**
 * Looks once a second which webhooks have events of mails to send. So recording an event costs nothing more, and what happens
 * within a second goes in one request.
 * @param wakeQueue starts the queue when there are jobs
 */
export function sendMailEventsTask(wakeQueue: () => void): Task {
  let lookAt = 0;
  let hadNone = true;
  let seen = timesBegun();
  return {
    name: 'events of mails for webhooks',
    restMillis: 1000,
    async run(db) {
      if (performance.now() < lookAt && seen === timesBegun()) return false;
      seen = timesBegun();
      if (hadNone && !(await hasAny(db))) {
        lookAt = performance.now() + idleMillis;
        return false;
      }
      const due = await findDue(db);
      for (const each of due) await enqueueOnce(db, each);
      if (due.length > 0) wakeQueue();
      hadNone = due.length === 0 && !(await hasAny(db));
      return due.length === atOnce;
    },
  };
}

async function hasAny(db: Db): Promise<boolean> {
  return (await db.selectFrom('webhook_progress').select('webhook_id').limit(1).executeTakeFirst()) !== undefined;
}

interface Due {
  account_id: number;
  webhook_id: number;
}

const hasJob = sql`exists (
  select from job where job.account_id = progress.account_id and job.kind = ${sql.lit(mailEventsKind.kind)}
    and job.key = progress.webhook_id::text and job.state <> 'dead')`;

/** Returns webhooks behind whose place there are entries, and for which no job works or waits. */
async function findDue(db: Db): Promise<Due[]> {
  const entryWith = (condition: ReturnType<typeof sql>) => sql`exists (
    select from journal_entry as entry where entry.account_id = progress.account_id and ${condition})`;
  const { rows } = await sql<Due>`
    select progress.account_id, progress.webhook_id from webhook_progress as progress
    join webhook on webhook.account_id = progress.account_id and webhook.id = progress.webhook_id
    where webhook.active and not progress.gap and not ${hasJob}
      and case
        when progress.position is null then ${entryWith(sql`entry.recorded_at >= progress.begins_at`)}
        else progress.events is not null or ${entryWith(sql`entry.position > progress.position`)}
          or ${entryWith(sql`entry.position is null`)}
      end
      and ${hooksOf(db).mayRunJobs(sql.ref('progress.account_id'))}
    limit ${atOnce}`.execute(db);
  return rows;
}

/** Enqueues the job of a webhook. Processes that do so at the same time take turns: two jobs could not keep the order. */
async function enqueueOnce(db: Db, { account_id, webhook_id }: Due): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`
      select from webhook_progress where account_id = ${account_id} and webhook_id = ${webhook_id} for update`.execute(
      transaction,
    );
    // A statement of its own: it must see what the last holder of the lock has committed.
    const { rows } = await sql`
      select from webhook_progress as progress
      where account_id = ${account_id} and webhook_id = ${webhook_id} and not ${hasJob}`.execute(transaction);
    if (rows.length === 0) return;
    const payload = { webhookId: webhook_id };
    await enqueue<MailEventDelivery>(transaction, mailEventsKind, {
      ...{ accountId: account_id, key: String(webhook_id), payload },
    });
  });
}
