import { findAccount } from '../../account/index.ts';
import { listOfMailing } from '../../mailing-blacklists/index.ts';
import { lockMailing, type Mailing } from '../../mailings/index.ts';
import { readPresent } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { nextSendTime } from '../experiments/send-times.ts';
import { changeExperiment, changeVariant, type StoredExperiment, type StoredVariant } from '../experiments/store.ts';
import { queueSendout } from '../sendouts/queue.ts';
import { decideLater } from './decide-later.ts';
import { requireVariants, type VariantCandidate } from './fit.ts';

/** Mailings by id, locked in the order of their ids and returned in that of the list; those that are gone are left out. */
export async function lockVariants(db: Db, accountId: number, mailingIds: readonly number[]): Promise<Mailing[]> {
  const found = new Map<number, Mailing>();
  for (const id of [...mailingIds].sort((one, other) => one - other)) {
    const mailing = await lockMailing(db, accountId, id);
    if (mailing) found.set(id, mailing);
  }
  return mailingIds.flatMap((id) => found.get(id) ?? []);
}

/** As `requireVariants`, for mailings as they are stored. */
export async function requireFit(db: Db, mailings: readonly Mailing[]): Promise<void> {
  const candidates: VariantCandidate[] = [];
  for (const mailing of mailings)
    candidates.push({ ...mailing, blacklists: (await listOfMailing(db, mailing)).map(({ id }) => id) });
  requireVariants(candidates);
}

/**
 * Starts an experiment whose variants are locked and fit: each is sealed and goes to its part, at once or at its time
 * of day, and a job decides. Contacts are drawn by the first sendout that gets there. The caller wakes the worker after the commit.
 * @param startedBy the user who starts it; null for a program with a key
 */
export async function startExperiment(
  db: Db,
  experiment: StoredExperiment,
  { mailings, variants }: { mailings: readonly Mailing[]; variants: readonly StoredVariant[] },
  startedBy: number | null,
): Promise<void> {
  await changeExperiment(db, experiment, { state: 'testing', time: 'started_at' });
  const { time_zone } = await findAccount(db, experiment.account_id);
  const now = await readPresent(db);
  for (const variant of variants)
    if (variant.send_time !== null)
      await changeVariant(db, variant, { starts_at: nextSendTime(variant.send_time, time_zone, now) });
  for (const mailing of mailings) await queueSendout(db, mailing, 'user', startedBy);
  if (experiment.criterion !== 'by_hand') await decideLater(db, experiment, { dueIn: 0 });
}
