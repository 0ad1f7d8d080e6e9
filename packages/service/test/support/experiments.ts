import { sql } from 'kysely';
import type { Db } from '../../src/platform/database/schema.ts';
import { decideExperimentJob } from '../../src/sending/experiment-course/decide-job.ts';

/** Contacts of four domains, one of which has one contact alone, and their number. */
export async function addPeople(db: Db, accountId: number, count: number, prefix = 'p'): Promise<void> {
  await sql`
    insert into contact (account_id, email, email_folded, permission)
    select ${accountId}, address, address, 5 from generate_series(1, ${count}::int) as i, lateral (
      select ${prefix} || i || case when i = 1 then '@alone.example' when i % 3 = 0 then '@gmail.example'
        when i % 3 = 1 then '@web.example' else '@shop.example' end as address) as named`.execute(db);
}

/** Which contacts have which part of an experiment; -1 for those who get nothing. */
export async function partsOf(db: Db, experimentId: number): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('experiment_contact')
    .select(['part', 'contact_id'])
    .where('experiment_id', '=', experimentId)
    .execute();
  const parts = new Map<number, number[]>();
  for (const { part, contact_id } of rows) parts.set(part, [...(parts.get(part) ?? []), contact_id]);
  return parts;
}

/** Some recipients of a mailing click, as far as reports know. */
export async function click(
  db: Db,
  accountId: number,
  mailingId: number,
  contactIds: readonly number[],
): Promise<void> {
  await sql`
    insert into reader (account_id, mailing_id, contact_id, openings, clicks)
    select ${accountId}::int8, ${mailingId}::int8, id, 1, 1 from unnest(${contactIds}::int8[]) as id
    on conflict do nothing`.execute(db);
}

/** Lets so many hours pass since the mails of mailings were tried first. */
export async function passHours(db: Db, mailingIds: readonly number[], hours: number): Promise<void> {
  await sql`
    update recipient set first_tried_at = first_tried_at - make_interval(hours => ${hours}::int)
    where mailing_id = any(${mailingIds}::int8[])`.execute(db);
}

/** Runs the job that decides an experiment, as the queue would. @param complete ends the job; it may fail as a process does that is killed */
export const runDecision = (
  db: Db,
  accountId: number,
  experimentId: number,
  complete: (db: Db) => Promise<void> = async () => {},
): Promise<void> => {
  const job = { accountId, attempt: 1, now: () => new Date(), signal: new AbortController().signal, complete };
  return decideExperimentJob.run(db, { experimentId }, job);
};
