import { findAccount } from '../../account/index.ts';
import { readPresent } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { advanceLater } from '../deliveries/advance-later.ts';
import { nextSendTime } from '../experiments/send-times.ts';
import { changeExperiment, type StoredExperiment, type StoredVariant } from '../experiments/store.ts';
import { readFigures } from './figures.ts';

/** Which variant goes to the others, and why. */
export interface Choice {
  kind: NonNullable<StoredExperiment['decision']>;
  mailingId: number;
  pValue: number | null;
}

/**
 * Writes down which variant of a locked experiment was chosen, with the figures that it was chosen by, and has all of its mailings go
 * on: the chosen one to the rest, at its next time of day if it has one, the others to their end. The caller wakes the worker after the commit.
 */
export async function decide(
  db: Db,
  experiment: StoredExperiment,
  variants: readonly StoredVariant[],
  { kind, mailingId, pValue }: Choice,
): Promise<void> {
  const { account_id, id } = experiment;
  // A choice that could not be carried out keeps the figures of the first time: others may have got the mailing since.
  if (experiment.figures === null)
    await db
      .updateTable('experiment')
      .set({ figures: json(await readFigures(db, experiment, variants)) })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .execute();
  const sendTime = variants.find(({ mailing_id }) => mailing_id === mailingId)?.send_time ?? null;
  const rest_at =
    sendTime === null
      ? null
      : nextSendTime(sendTime, (await findAccount(db, account_id)).time_zone, await readPresent(db));
  await changeExperiment(db, experiment, {
    state: 'decided',
    stop_reason: null,
    decision: kind,
    chosen_id: mailingId,
    p_value: pValue,
    rest_at,
    time: 'decided_at',
  });
  for (const { mailing_id } of variants) await advanceLater(db, { account_id, id: mailing_id });
}

/** Makes the user who chooses the one who stands for what is sent from now on. */
export async function takeOver(db: Db, accountId: number, mailingId: number, userId: number | null): Promise<void> {
  await db
    .updateTable('sendout')
    .set({ started_by: userId })
    .where('account_id', '=', accountId)
    .where('mailing_id', '=', mailingId)
    .execute();
}
