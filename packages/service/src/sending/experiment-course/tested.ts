import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { StoredExperiment, StoredVariant } from '../experiments/store.ts';

const hourMillis = 3_600_000;

/**
 * When an experiment is to be decided: so many hours after the last contact of the test was tried, so that all variants had the same
 * time whatever the order of their mails. Undefined before all contacts of all variants were tried once.
 */
export async function dueOf(
  db: Db,
  { account_id, drawn_at, hours }: StoredExperiment,
  variants: readonly StoredVariant[],
): Promise<Date | undefined> {
  if (drawn_at === null) return undefined;
  const ids = variants.map(({ mailing_id }) => mailing_id);
  const { rows } = await sql<{ last: Date | null; sendouts: number; waiting: boolean }>`
    select
      (select count(*) from sendout
        where account_id = ${account_id} and mailing_id = any(${ids}::int8[]) and frozen_at is not null) as sendouts,
      (select max(first_tried_at) from recipient where account_id = ${account_id}
        and mailing_id = any(${ids}::int8[]) and purpose = 'campaign') as last,
      exists (select from recipient where account_id = ${account_id} and mailing_id = any(${ids}::int8[])
        and purpose = 'campaign' and first_tried_at is null and state in ('pending', 'in_flight', 'deferred')) as waiting`.execute(
    db,
  );
  const { last, sendouts, waiting } = rows[0]!;
  if (waiting || sendouts < ids.length) return undefined;
  return new Date((last ?? drawn_at).getTime() + hours * hourMillis);
}
