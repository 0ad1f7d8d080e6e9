import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { changeExperiment, lockTrying, type StoredExperiment } from './store.ts';

/** Reports whether the variants of an experiment go to their parts alone, which is so from its start on. */
export const isTried = ({ state, drawn_at }: StoredExperiment): boolean =>
  state !== 'draft' && (state !== 'canceled' || drawn_at !== null);

/** Reports whether an experiment waits for a choice: its mailings are not over, though all of the test have got theirs. */
export const isUndecided = ({ state }: StoredExperiment): boolean => state === 'testing' || state === 'stopped';

/** Reports whether a mailing was chosen and the contacts who were not drawn are not among its recipients yet. */
export const isRestWanted = (
  { state, chosen_id, rest_contacts }: StoredExperiment,
  { id }: Pick<Mailing, 'id'>,
): boolean => state === 'decided' && chosen_id === id && rest_contacts === null;

/**
 * Stops the experiment of a mailing that cannot go on as it should, until a person chooses or cancels. Does nothing if the
 * experiment does not need the mailing any more. Reports whether it was stopped. To be called before the mailing is locked.
 */
export async function stopTrying(
  db: Db,
  mailing: Pick<Mailing, 'account_id' | 'id'>,
  reason: NonNullable<StoredExperiment['stop_reason']>,
): Promise<boolean> {
  const { experiment } = (await lockTrying(db, mailing)) ?? {};
  if (experiment === undefined || !(experiment.state === 'testing' || isRestWanted(experiment, mailing))) return false;
  await changeExperiment(db, experiment, { state: 'stopped', stop_reason: reason });
  return true;
}
