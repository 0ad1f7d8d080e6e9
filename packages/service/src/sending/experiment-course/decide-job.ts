import { findMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { stopTrying } from '../experiments/states.ts';
import {
  changeVariant,
  findExperiment,
  lockExperiment,
  type StoredExperiment,
  variantsOf,
} from '../experiments/store.ts';
import { sendoutFault } from '../sendout-fault.ts';
import { recordNotSent } from '../sendouts/outcomes.ts';
import { planStep } from './course.ts';
import { judgmentOf } from './criterion.ts';
import { decide } from './decide.ts';
import { type DecideExperiment, decideExperimentKind, decideLater } from './decide-later.ts';
import { readFigures } from './figures.ts';
import { duesOf } from './tested.ts';

/**
 * Decides an experiment at its time, once, in the transaction that ends the job: nothing is compared earlier, because whoever
 * compares often finds differences that are none. Ends by itself if the experiment was stopped, canceled or decided by a person.
 */
export const decideExperimentJob: JobHandler<DecideExperiment> = {
  ...decideExperimentKind,
  async run(db, { experimentId }, { accountId, now, complete }) {
    await db.transaction().execute(async (transaction) => {
      const experiment = await lockExperiment(transaction, accountId, experimentId);
      if (experiment?.state === 'testing') await goOn(transaction, experiment, now());
      await complete(transaction);
    });
  },
  async giveUp(db, { experimentId }, accountId) {
    const experiment = await findExperiment(db, accountId, experimentId);
    const [first] = (await variantsOf(db, accountId, [experimentId])).get(experimentId) ?? [];
    const mailing = experiment && first && (await findMailing(db, accountId, first.mailing_id));
    if (mailing === undefined || !(await stopTrying(db, mailing, 'gave_up'))) return;
    const fault = sendoutFault('gave_up', 'it failed again and again');
    await recordNotSent(db, mailing, fault, { stopped: true });
  },
};

/** Takes the figures of variants whose time is over, and decides the experiment when it has those of all. */
async function goOn(db: Db, experiment: StoredExperiment, now: Date): Promise<void> {
  const judgment = judgmentOf[experiment.criterion];
  if (judgment === undefined) return;
  const variants = (await variantsOf(db, experiment.account_id, [experiment.id])).get(experiment.id) ?? [];
  const dues = await duesOf(db, experiment, variants);
  const awaited = variants.map(({ starts_at: startsAt, figures }, index) => ({
    due: dues[index],
    startsAt,
    isCounted: figures !== null,
  }));
  const { count, lookAt } = planStep(awaited, now);
  const figures = count.length > 0 || lookAt === undefined ? await readFigures(db, experiment, variants) : [];
  if (lookAt !== undefined) {
    for (const index of count) await changeVariant(db, variants[index]!, { figures: figures[index]! });
    await decideLater(db, experiment, { dueAt: lookAt });
    return;
  }
  const { kind, index, pValue } = judgment(figures);
  await decide(db, experiment, variants, { kind, mailingId: variants[index]!.mailing_id, pValue });
}
