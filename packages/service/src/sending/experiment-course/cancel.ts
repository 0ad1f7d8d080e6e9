import { type Mailing, moveMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { advanceLater } from '../deliveries/advance-later.ts';
import { changeExperiment, type StoredExperiment } from '../experiments/store.ts';
import { hasBatches } from '../sendouts/end.ts';

/**
 * Cancels an experiment that is locked, with its mailings: who waits for a mail gets none. A variant whose part has got it ends as
 * done. The caller wakes the worker after the commit.
 */
export async function cancelExperiment(
  db: Db,
  experiment: StoredExperiment,
  mailings: readonly Mailing[],
): Promise<void> {
  await changeExperiment(db, experiment, { state: 'canceled' });
  for (const mailing of mailings) {
    const isThrough = mailing.state === 'sending' && !(await hasBatches(db, mailing));
    if (!isThrough) await moveMailing(db, mailing, 'cancel', 'user', 'experiment canceled');
    await advanceLater(db, mailing);
  }
}
