import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '../../src/platform/database/schema.ts';
import { decideExperimentJob } from '../../src/sending/experiment-course/decide-job.ts';
import { createSendout } from './sendout.ts';
import type { TestService } from './service.ts';

export type ExperimentDraft = Parameters<TestService['client']['experiments']['create']>[0]['body'];

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

/** Copies of a mailing, each with its number in the subject. */
export async function createVariants(service: TestService, count: number, subject: string): Promise<number[]> {
  const { mailings } = service.client;
  const ids = [await createSendout(service)];
  while (ids.length < count) ids.push(await mailings.copy({ mailingid: ids[0]! }).orThrow());
  for (const [index, mailingid] of ids.entries())
    await mailings.setSubject({ mailingid, body: `${subject} ${index}` }).orThrow();
  return ids;
}

/** An experiment that was started, and its mailings in their order. */
export async function startedExperiment(
  service: TestService,
  count: number,
  subject: string,
  draft: Partial<ExperimentDraft> = {},
): Promise<{ id: number; mailings: number[] }> {
  const { experiments } = service.client;
  const mailings = await createVariants(service, count, subject);
  const usual = { name: subject, share: 50, criterion: 'human_clicks', hours: 1 } as const;
  const id = await experiments.create({ body: { ...usual, ...draft, mailing_ids: mailings } }).orThrow();
  await experiments.start({ experimentId: id }).orThrow();
  return { id, mailings };
}

/** Waits until all contacts of variants have their mails. */
export const allSent = (db: Db, mailings: readonly number[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ open: number; frozen: number }>`
        select (select count(*) from recipient where mailing_id = any(${mailings}::int8[]) and state <> 'sent') as open,
          (select count(*) from sendout where mailing_id = any(${mailings}::int8[]) and frozen_at is not null) as frozen`.execute(
        db,
      );
      expect(rows[0]).toEqual({ open: 0, frozen: mailings.length });
    },
    { timeout: 20_000, interval: 20 },
  );

/** Lets the time of day come at which a variant is sent, or so many hours pass after it. */
export async function reachSendTime(db: Db, mailingId: number, hoursAfter = 0): Promise<void> {
  await sql`
    update experiment_variant set starts_at = now() - make_interval(hours => ${hoursAfter}::int, secs => 1)
    where mailing_id = ${mailingId}`.execute(db);
  await sql`update sendout set queued_at = now() - interval '2 days' where mailing_id = ${mailingId}`.execute(db);
  await wakeSendout(db, mailingId);
}

/** Lets the time of day come at which the chosen variant goes to everybody else. */
export async function reachRest(db: Db, experimentId: number, mailingId: number): Promise<void> {
  await sql`update experiment set rest_at = now() - interval '1 second' where id = ${experimentId}`.execute(db);
  await wakeSendout(db, mailingId);
}

async function wakeSendout(db: Db, mailingId: number): Promise<void> {
  await sql`
    update job set due_at = now() where kind = 'advance-sendout' and key = ${String(mailingId)} and state = 'waiting'`.execute(
    db,
  );
}
