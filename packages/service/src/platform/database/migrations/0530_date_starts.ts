import { type Kysely, sql } from 'kysely';

/**
 * Automation programs that contacts begin on the day of a date in a field. A program keeps the day that it starts next and the
 * last contact that it has looked at for this day; a run keeps the date for which it began, so that nobody begins twice for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table automation_program
      add column start_date jsonb,
      add column start_day date,
      add column start_after bigint not null default 0,
      add check (start_date is null or num_nonnulls(transaction_type_id, system_event) = 0)`.execute(db);
  await sql`alter table automation_run add column for_date date`.execute(db);
  await sql`
    create unique index automation_run_by_date on automation_run (account_id, program_id, contact_id, for_date)
    where for_date is not null`.execute(db);
}
