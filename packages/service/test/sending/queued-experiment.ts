import { sql } from 'kysely';
import { copyMailing } from '../../src/mailings/copy.ts';
import { findMailing, lockMailing, type Mailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { startExperiment } from '../../src/sending/experiment-course/start.ts';
import { findExperiment, insertExperiment, variantsOf } from '../../src/sending/experiments/store.ts';
import { queuedSendout } from './harness.ts';

interface QueuedExperiment {
  /** Contacts of the target group. */
  people: number;
  /** Number of its mailings. */
  variants: number;
  /** Percent of the contacts among whom variants are tried. */
  share: number;
  /** Percent of the contacts who get nothing. */
  holdout: number;
  /** Times of day of the variants; all are sent at once without them. */
  times?: readonly string[] | undefined;
}

/** Starts an experiment, whose sendouts are queued then. */
export async function queuedExperiment(db: Db, { people, variants, share, holdout, times }: QueuedExperiment) {
  const { accountId, mailingId } = await queuedSendout(db, people);
  // As it was before it was queued.
  await sql`update mailing set state = 'draft' where id = ${mailingId}`.execute(db);
  await sql`delete from sendout where mailing_id = ${mailingId}`.execute(db);
  await sql`delete from job where account_id = ${accountId}`.execute(db);
  return db.transaction().execute(async (transaction) => {
    const first = (await findMailing(transaction, accountId, mailingId))!;
    const mailings = [mailingId];
    while (mailings.length < variants) mailings.push(await copyMailing(transaction, first, `test ${mailings.length}`));
    const draft = { name: 'Killed', share, holdout, criterion: 'human_clicks', hours: 1 } as const;
    const experimentId = await insertExperiment(transaction, accountId, draft, mailings, times);
    const experiment = (await findExperiment(transaction, accountId, experimentId))!;
    const locked: Mailing[] = [];
    for (const id of mailings) locked.push((await lockMailing(transaction, accountId, id))!);
    const tried = (await variantsOf(transaction, accountId, [experimentId])).get(experimentId)!;
    await startExperiment(transaction, experiment, { mailings: locked, variants: tried }, null);
    return { accountId, mailings, experimentId };
  });
}
