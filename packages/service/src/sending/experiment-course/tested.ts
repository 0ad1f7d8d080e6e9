import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { StoredExperiment, StoredVariant } from '../experiments/store.ts';

const hourMillis = 3_600_000;

/**
 * When the figures of each variant are taken: so many hours after its last contact was tried, so that all variants have the same time
 * whatever the order of their mails. Variants that are sent at once have one such moment, that of the last of them. Undefined before
 * all contacts were tried once.
 */
export async function duesOf(
  db: Db,
  { account_id, drawn_at, hours }: StoredExperiment,
  variants: readonly StoredVariant[],
): Promise<(Date | undefined)[]> {
  if (drawn_at === null) return variants.map(() => undefined);
  const ids = variants.map(({ mailing_id }) => mailing_id);
  const { rows } = await sql<{ id: number; last: Date | null; isSent: boolean }>`
    select given.id,
      (select max(first_tried_at) from recipient where account_id = ${account_id}
        and mailing_id = given.id and purpose = 'campaign') as last,
      exists (select from sendout
        where account_id = ${account_id} and mailing_id = given.id and frozen_at is not null)
      and not exists (select from recipient where account_id = ${account_id} and mailing_id = given.id
        and purpose = 'campaign' and first_tried_at is null and state in ('pending', 'in_flight', 'deferred')) as "isSent"
    from unnest(${ids}::int8[]) as given (id)`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const dues = variants.map(({ mailing_id, starts_at }) => {
    const { last, isSent } = byId.get(mailing_id)!;
    return isSent ? new Date((last ?? starts_at ?? drawn_at).getTime() + hours * hourMillis) : undefined;
  });
  if (variants.some(({ starts_at }) => starts_at !== null)) return dues;
  const last = latestOf(dues);
  return variants.map(() => last);
}

/** When an experiment is to be decided; undefined before all contacts of all variants were tried once. */
export const dueOf = async (...of: Parameters<typeof duesOf>): Promise<Date | undefined> =>
  latestOf(await duesOf(...of));

const latestOf = (dues: readonly (Date | undefined)[]): Date | undefined =>
  dues.some((due) => due === undefined) ? undefined : new Date(Math.max(...dues.map((due) => due!.getTime())));
