import { findMailing } from '../../mailings/index.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { stopTrying } from '../experiments/states.ts';
import { findExperiment, lockExperiment, variantsOf } from '../experiments/store.ts';
import { sendoutFault } from '../sendout-fault.ts';
import { recordNotSent } from '../sendouts/outcomes.ts';
import { countOf } from './criterion.ts';
import { decide } from './decide.ts';
import { type DecideExperiment, decideExperimentKind, decideLater } from './decide-later.ts';
import { readFigures } from './figures.ts';
import { judge } from './statistics/verdict.ts';
import { dueOf } from './tested.ts';

/** So much later it is looked again whether all contacts of the test were tried. */
const lookAgainMillis = 60_000;

/**
 * Decides an experiment at its time, once, in the transaction that ends the job: nobody looks earlier, because whoever looks often
 * finds differences that are none. Ends by itself if the experiment was stopped, canceled or decided by a person.
 */
export const decideExperimentJob: JobHandler<DecideExperiment> = {
  ...decideExperimentKind,
  async run(db, { experimentId }, { accountId, now, complete }) {
    await db.transaction().execute(async (transaction) => {
      const experiment = await lockExperiment(transaction, accountId, experimentId);
      const count = experiment && countOf[experiment.criterion];
      if (experiment?.state === 'testing' && count !== undefined) {
        const variants = (await variantsOf(transaction, accountId, [experimentId])).get(experimentId) ?? [];
        const due = await dueOf(transaction, experiment, variants);
        if (due === undefined) await decideLater(transaction, experiment, { dueIn: lookAgainMillis });
        else if (now() < due) await decideLater(transaction, experiment, { dueAt: due });
        else {
          const { kind, index, pValue } = judge((await readFigures(transaction, experiment, variants)).map(count));
          const mailingId = variants[index]!.mailing_id;
          await decide(transaction, experiment, variants, { kind, mailingId, pValue });
        }
      }
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
