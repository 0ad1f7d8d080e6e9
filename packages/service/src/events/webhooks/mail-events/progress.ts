import { type Selectable, sql } from 'kysely';
import type { Place } from '../../../journal/index.ts';
import { present } from '../../../platform/database/present.ts';
import type { Db } from '../../../platform/database/schema.ts';
import type { WebhookProgressTable } from '../../tables.ts';

export type MailEventProgress = Selectable<WebhookProgressTable>;

/** A webhook of an account. */
interface Owner {
  account_id: number;
  id: number;
}

let begun = 0;

/** How often a webhook was made to begin in this process: who rests because there was none looks again. */
export const timesBegun = (): number => begun;

/** Has a webhook begin, or begin anew, with what was recorded since a time; since the present if it is undefined. */
export async function beginProgress(db: Db, { account_id, id }: Owner, from?: Date): Promise<void> {
  const fresh = {
    ...{ position: null, events: null, entry: null, recorded_at: null, read_at: null, pending: null },
    ...{ attempts: 0, status: null, next_attempt_at: null, gap: false },
  };
  await db
    .insertInto('webhook_progress')
    .values({ account_id, webhook_id: id, begins_at: from ?? present(), ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'webhook_id']).doUpdateSet({
        ...fresh,
        round: sql<number>`webhook_progress.round + 1`,
        begins_at: sql<Date>`excluded.begins_at`,
      }),
    )
    .execute();
  begun++;
}

export async function deleteProgress(db: Db, { account_id, id }: Owner): Promise<void> {
  await db.deleteFrom('webhook_progress').where('account_id', '=', account_id).where('webhook_id', '=', id).execute();
}

/** Returns the progress of webhooks that send events of mails, by the id of the webhook. */
export async function findProgress(
  db: Db,
  accountId: number,
  webhookIds: readonly number[],
): Promise<Map<number, MailEventProgress>> {
  const rows = await db
    .selectFrom('webhook_progress')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`webhook_id = any(${webhookIds}::int8[])`)
    .execute();
  return new Map(rows.map((row) => [row.webhook_id, row]));
}

/** Returns where a webhook goes on in the journal; `undefined` if that was not looked for since it began. */
export function placeOf({ position, events, entry, recorded_at, read_at }: MailEventProgress): Place | undefined {
  if (position === null) return undefined;
  return {
    ...{ position, events, entry: entry ?? 0, recordedAt: recorded_at?.getTime() ?? 0 },
    at: read_at?.getTime() ?? 0,
  };
}

/** Notes that everything before a place was taken, or is not wanted. Returns false if it has begun anew meanwhile. */
export async function moveOn(
  db: Db,
  progress: MailEventProgress,
  place: Place,
  status = progress.status,
): Promise<boolean> {
  return change(db, progress, {
    ...{ position: place.position, events: place.events, entry: place.entry },
    ...{ recorded_at: new Date(place.recordedAt), read_at: new Date(place.at) },
    ...{ pending: null, attempts: 0, status, next_attempt_at: null },
  });
}

/** Notes a request that was not taken: how many events it has, the status of its answer, and when it is repeated. */
export async function noteFailure(
  db: Db,
  progress: MailEventProgress,
  { pending, status, next_attempt_at }: Pick<MailEventProgress, 'pending' | 'status' | 'next_attempt_at'>,
): Promise<void> {
  await change(db, progress, { pending, status, next_attempt_at, attempts: progress.attempts + 1 });
}

/** Notes that events were deleted before they were sent. */
export async function noteGap(db: Db, progress: MailEventProgress): Promise<void> {
  await change(db, progress, { gap: true, pending: null, next_attempt_at: null });
}

/** Has a webhook try again at once what it was to repeat later. */
export async function endWait(db: Db, { account_id, id }: Owner): Promise<void> {
  await db
    .updateTable('webhook_progress')
    .set({ attempts: 0, next_attempt_at: null })
    .where('account_id', '=', account_id)
    .where('webhook_id', '=', id)
    .execute();
}

/** Changes the progress of a round if it is still where it was. */
async function change(
  db: Db,
  progress: MailEventProgress,
  values: Partial<Omit<MailEventProgress, 'round'>>,
): Promise<boolean> {
  const { account_id, webhook_id, round, position, events } = progress;
  const { numUpdatedRows } = await db
    .updateTable('webhook_progress')
    .set(values)
    .where('account_id', '=', account_id)
    .where('webhook_id', '=', webhook_id)
    .where('round', '=', round)
    .where('position', 'is not distinct from', position)
    .where('events', 'is not distinct from', events)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
