import type { Db } from '../../platform/database/schema.ts';
import { enqueue, type NewJob } from '../../platform/queue/enqueue.ts';
import type { StoredExperiment } from '../experiments/store.ts';

/** The job that decides an experiment; its key is the id of the experiment. */
export const decideExperimentKind = { kind: 'decide-experiment' };

export interface DecideExperiment {
  experimentId: number;
}

/** Has an experiment looked at, and decided if its time has come. */
export const decideLater = (
  db: Db,
  { account_id: accountId, id }: StoredExperiment,
  due: Pick<NewJob<DecideExperiment>, 'dueAt' | 'dueIn'>,
): Promise<void> =>
  enqueue<DecideExperiment>(db, decideExperimentKind, {
    accountId,
    key: String(id),
    payload: { experimentId: id },
    ...due,
  });
