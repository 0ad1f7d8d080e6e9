import { type Kysely, sql } from 'kysely';

/** Experiments whose variants are compared by the revenue for each contact. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table experiment
      drop constraint experiment_criterion_check,
      add constraint experiment_criterion_check
        check (criterion in ('human_clicks', 'human_openings', 'conversions', 'revenue', 'by_hand'))`.execute(db);
}
