import { sql } from 'kysely';
import { filterCondition, findContactFilter } from '../../audiences/index.ts';
import { contactPieces } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import type { StartOn } from '../tables.ts';
import { nextComparison } from './comparisons.ts';
import { recordStopped } from './outcomes.ts';
import { findProgram, lockProgram, type Program } from './programs.ts';
import { programWatchers } from './watches.ts';

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A contact came to match a contact filter. */
    segment_entered: { contact_filter_id: number };
    /** A contact no longer matches a contact filter. */
    segment_left: { contact_filter_id: number };
  }
}

type SegmentStart = Extract<StartOn, { kind: 'segment_entered' | 'segment_left' }>;
type SegmentProgram = Program & { start_on: SegmentStart };

/** A program that contacts begin who enter or leave a segment. */
interface StartBySegment {
  programId: number;
}

const startBySegmentKind = { kind: 'automation-segments' };

const isSegment = (program: Program | undefined): program is SegmentProgram =>
  program?.state === 'released' && program.start_on !== null && 'contact_filter_id' in program.start_on;

/**
 * Has the contacts compared with the segment of a program that was saved, which must be locked. The first comparison finds out who
 * is there; one that goes on keeps what it knows.
 * @param before the program as it was; none if it is new
 */
export async function planSegmentStart(db: Db, accountId: number, id: number, before?: Program): Promise<void> {
  const program = await findProgram(db, accountId, id);
  if (!isSegment(program)) {
    if (program !== undefined && program.compared_after !== null) await queueComparison(db, program);
    return;
  }
  const known = isSegment(before) ? before.start_on.contact_filter_id : undefined;
  if (known === program.start_on.contact_filter_id) return;
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from contact where account_id = ${accountId}`.execute(db);
  await setPlace(db, program, { compared_after: 0, comparing_since: null, settled_until: rows[0]!.last ?? 0 });
  await queueComparison(db, program);
}

/**
 * Compares some contacts with the segment of a program in each transaction, with the end of the job and the plan of the next one:
 * whatever crashes, who has entered or left is noted once. What is noted has contacts begin as with other starts.
 */
export const startBySegmentJob: JobHandler<StartBySegment> = {
  ...startBySegmentKind,
  concurrency: 2,
  async run(db, { programId }, { accountId, now, complete }) {
    const compare = async (transaction: Db) => {
      if (await lockProgram(transaction, accountId, programId)) {
        const program = await findProgram(transaction, accountId, programId);
        if (isSegment(program)) await compareNext(transaction, program, now());
        else if (program !== undefined) await forgetMembers(transaction, program);
      }
      await complete(transaction);
    };
    await retrying(() => db.transaction().execute(compare));
  },
  /** It goes on from the same place when whatever is wrong may be over. */
  async giveUp(db, { programId }, accountId) {
    const program = { account_id: accountId, id: programId };
    await recordStopped(db, program);
    await queueComparison(db, program, { dueIn: pauseAfterFailureMillis });
  },
};

const pauseAfterFailureMillis = 3_600_000;

/** Compares the next contacts, or plans the next comparison if there are none. */
async function compareNext(db: Db, program: SegmentProgram, now: Date): Promise<void> {
  const began = program.comparing_since ?? now;
  const last = await comparePiece(db, program, now);
  if (last !== undefined) {
    await setPlace(db, program, { compared_after: last, comparing_since: began });
    return queueComparison(db, program);
  }
  await setPlace(db, program, { compared_after: 0, comparing_since: null, settled_until: null });
  await queueComparison(db, program, { dueAt: nextComparison(began, now) });
}

/** Notes who has entered or left among the next contacts. Returns the id of the last of them, or `undefined` if there are none. */
async function comparePiece(db: Db, program: SegmentProgram, now: Date): Promise<number | undefined> {
  const { account_id, id, start_on, settled_until } = program;
  const after = program.compared_after ?? 0;
  const next = await contactPieces.nextPiece(db, account_id, after);
  const filter = await findContactFilter(db, account_id, start_on.contact_filter_id);
  if (next === undefined || filter === undefined) return undefined;
  const rows = await next.contacts
    .where('contact.anonymous', '=', false)
    .where(filterCondition(filter, now))
    .select('contact.id')
    .execute();
  const matching = rows.map((row) => row.id);
  const left = await removeMembers(db, program, { after, last: next.last, matching });
  const entered = await addMembers(db, program, matching);
  // Nothing is known of those who were there before the first comparison.
  const isNew = (contactId: number) => settled_until === null || contactId > settled_until;
  const takesAll = settled_until !== null && start_on.existing;
  const begin = start_on.kind === 'segment_left' ? left.filter(isNew) : takesAll ? matching : entered.filter(isNew);
  if (begin.length > 0) await programWatchers.note(db, account_id, [{ programId: id, contactIds: begin }]);
  return next.last;
}

/** Forgets those among some contacts who do not match any more. Returns those of them who are still there. */
async function removeMembers(
  db: Db,
  { account_id, id }: SegmentProgram,
  { after, last, matching }: { after: number; last: number; matching: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from automation_member as member using contact
    where member.account_id = ${account_id} and member.contact_id > ${after} and member.contact_id <= ${last}
      and member.program_id = ${id}
      and not exists (select from unnest(${matching}::int8[]) as still where still = member.contact_id)
      and contact.account_id = ${account_id} and contact.id = member.contact_id
    returning contact.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Keeps those who match. Returns those who did not before. */
async function addMembers(db: Db, { account_id, id }: SegmentProgram, matching: readonly number[]): Promise<number[]> {
  if (matching.length === 0) return [];
  const { rows } = await sql<{ contact_id: number }>`
    insert into automation_member (account_id, contact_id, program_id)
    select ${account_id}::int8, contact_id, ${id}::int8 from unnest(${matching}::int8[]) as contact_id
    on conflict do nothing
    returning contact_id`.execute(db);
  return rows.map(({ contact_id }) => contact_id);
}

/** Members of one transaction. */
const forgottenAtOnce = 20_000;

/** Forgets some of those who were in the segment of a program that compares nobody any more. */
async function forgetMembers(db: Db, program: Program): Promise<void> {
  const { account_id, id } = program;
  const { numAffectedRows } = await sql`
    delete from automation_member where account_id = ${account_id} and program_id = ${id} and contact_id in (
      select contact_id from automation_member where account_id = ${account_id} and program_id = ${id}
      order by contact_id limit ${forgottenAtOnce})`.execute(db);
  if (numAffectedRows === BigInt(forgottenAtOnce)) await queueComparison(db, program);
  else await setPlace(db, program, { compared_after: null, comparing_since: null, settled_until: null });
}

async function setPlace(
  db: Db,
  { account_id, id }: Pick<Program, 'account_id' | 'id'>,
  place: Partial<Pick<Program, 'compared_after' | 'comparing_since' | 'settled_until'>>,
): Promise<void> {
  await db
    .updateTable('automation_program')
    .set(place)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

const queueComparison = (
  db: Db,
  { account_id, id }: Pick<Program, 'account_id' | 'id'>,
  due: { dueAt?: Date; dueIn?: number } = {},
): Promise<void> =>
  enqueue<StartBySegment>(db, startBySegmentKind, {
    accountId: account_id,
    key: String(id),
    payload: { programId: id },
    ...due,
  });
