import { type Kysely, sql } from 'kysely';

/** Variants of experiments that are sent at times of day, with figures that are taken of each at a time of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table experiment_variant
      add column send_time text constraint experiment_variant_send_time_check check (send_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
      add column starts_at timestamptz(3),
      add column figures jsonb`.execute(db);
  await sql`alter table experiment add column rest_at timestamptz(3)`.execute(db);
}
