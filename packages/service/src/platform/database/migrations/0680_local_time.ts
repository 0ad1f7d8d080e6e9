import { type Kysely, sql } from 'kysely';

/** Mailings that are sent at a time of the clock where each contact is: in waves, of which every recipient is in one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailing_schedule
      add column local_time text,
      add column zone_field_id bigint,
      drop constraint mailing_schedule_dispatch_option_check,
      drop constraint mailing_schedule_check,
      add constraint mailing_schedule_dispatch_option_check
        check (dispatch_option in ('hour', 'weekdayhour', 'uniform', 'localtime')),
      add constraint mailing_schedule_check check (
        (dispatch_option is null or dispatch_option = 'localtime') = (num_nonnulls(end_in_hours, end_in_days, end_at) = 0)),
      add constraint mailing_schedule_local_time_check check (
        (dispatch_option is not distinct from 'localtime') = (num_nonnulls(local_time, zone_field_id) = 2))`.execute(
    db,
  );
  await sql`alter table recipient add column wave smallint`.execute(db);
  await sql`alter table sendout add column waves jsonb`.execute(db);
}
