import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { runProgramJob } from '../../src/events/automation/job.ts';
import { insertProgram } from '../../src/events/automation/programs.ts';
import { importJob } from '../../src/imports/index.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import {
  deleteOutcomes,
  listOutcomes,
  markSeen,
  type OutcomeMails,
  purgeOutcomesTask,
  recordOutcome,
  recordSwitchedOff,
} from '../../src/outcomes/index.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { json } from '../../src/platform/database/values.ts';
import { enqueue } from '../../src/platform/queue/enqueue.ts';
import type { JobHandler } from '../../src/platform/queue/job.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { fireScheduleJob } from '../../src/sending/scheduled/fire.ts';
import { advanceSendoutJob } from '../../src/sending/sendouts/advance.ts';
import { tellOutcomeJob } from '../../src/transactional/index.ts';
import { databases } from '../support/database.ts';

const quiet = () => {};
const page = { page_size: 50, page_index: 1 };

describe.each(databases())('outcomes on $kind', ({ open }) => {
  let database: Database;
  let db: Database['kysely'];
  let accountId: number;
  let mailing: number;
  let made = 0;
  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    accountId = await insertAccount(db, { name: 'one', domain: 'example.org' });
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    const draft = { name: `Mailing ${++made}`, subject: 'x', type: 'regular', creator: 'test' } as const;
    mailing = (await insertMailing(db, accountId, draft))!;
  });
  afterEach(async () => {
    for (const table of ['job', 'work_outcome', 'recipient', 'transactional_mail', 'account_user'] as const)
      await db.deleteFrom(table).execute();
  });

  async function user(
    role: 'sender' | 'editor' | 'administrator',
    { state = 'active', mails = {} }: { state?: 'active' | 'disabled'; mails?: Partial<OutcomeMails> } = {},
  ): Promise<number> {
    const email = `user-${++made}@example.org`;
    const { id } = await db
      .insertInto('account_user')
      .values({
        account_id: accountId,
        email,
        email_folded: email,
        name: role,
        role,
        state,
        outcome_mails: json(mails),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  type New = Parameters<typeof recordOutcome>[2];
  const end = (outcome: Partial<New> = {}) =>
    db.transaction().execute((transaction) =>
      recordOutcome(transaction, accountId, {
        kind: 'sendout',
        objectId: mailing,
        startedBy: null,
        result: 'done',
        ...outcome,
      }),
    );
  const tell = () => runDueJobs(db, [tellOutcomeJob('https://mail.example', quiet)], quiet);
  /** Roles of the users who got mails, by their names. */
  const told = async () => {
    await tell();
    const mails = await db.selectFrom('transactional_mail').select(['name', 'to_user']).orderBy('name').execute();
    expect(mails.every(({ to_user }) => to_user)).toBe(true);
    return mails.map(({ name }) => name);
  };
  const unseen = () => listOutcomes(db, accountId, { ...page, unseen: true });

  test('what is rolled back has no outcome, and nobody is told', async () => {
    const startedBy = await user('sender');
    const failed = db.transaction().execute(async (transaction) => {
      await recordOutcome(transaction, accountId, { kind: 'sendout', objectId: mailing, startedBy, result: 'done' });
      throw new Error('The process is killed.');
    });
    await expect(failed).rejects.toThrow();
    expect([await unseen(), await told()]).toEqual([[], []]);
  });

  test('a process that is killed before it has told somebody tells it later, and once', async () => {
    await end({ startedBy: await user('sender') });
    const { run, ...job } = tellOutcomeJob('https://mail.example', quiet);
    const killed = { accountId, attempt: 1, now: () => new Date(), signal: new AbortController().signal };
    const [outcome] = await unseen();
    const dies = run(
      db,
      { outcomeId: outcome!.id },
      { ...killed, complete: () => Promise.reject(new Error('killed')) },
    );
    await expect(dies).rejects.toThrow('killed');
    expect(await db.selectFrom('transactional_mail').select('id').execute()).toEqual([]);
    expect(await runDueJobs(db, [{ ...job, run }], quiet)).toBe(1);
    expect(await told()).toEqual(['sender']);
  });

  test.each<[string, Partial<New>, string[]]>([
    ['a sendout that is done', {}, ['editor']],
    ['a sendout that failed, to all who may send', { result: 'failed' }, ['administrator', 'editor', 'sender']],
    ['a step that does nothing', { kind: 'program', result: 'partly' }, ['editor']],
  ])('%s is told to those whom it concerns', async (_, outcome, names) => {
    const startedBy = await user('editor', { mails: { test: 'none' } });
    await user('sender');
    await user('administrator');
    await user('administrator', { mails: { sendout: 'none', program: 'none' } });
    const { id } = await db
      .selectFrom('automation_program')
      .select('id')
      .executeTakeFirst()
      .then(
        async (known) => known ?? { id: await insertProgram(db, accountId, { name: 'P', state: 'draft', steps: [] }) },
      );
    await end({ startedBy, ...outcome, ...(outcome.kind === 'program' && { objectId: id }) });
    expect(await told()).toEqual(names);
  });

  test('nobody is told who is deactivated, wants no mail, or has started nothing; programs have administrators', async () => {
    await user('administrator');
    const disabled = await user('sender', { state: 'disabled' });
    const silent = await user('sender', { mails: { sendout: 'failures' } });
    for (const startedBy of [disabled, silent, null]) {
      await end({ startedBy });
      await db.updateTable('work_outcome').set({ seen_at: new Date() }).execute();
    }
    expect(await told()).toEqual([]);
    const id = await insertProgram(db, accountId, { name: `Program ${++made}`, state: 'released', steps: [] });
    await end({ kind: 'program', objectId: id, startedBy: disabled, result: 'partly' });
    expect(await told()).toEqual(['administrator']);
  });

  test('a later end takes the place of one that nobody has seen, and is told; one that was seen stays', async () => {
    const startedBy = await user('sender');
    await end({ startedBy, result: 'failed', reasons: [{ code: 'audience_empty' }] });
    expect(await told()).toHaveLength(1);
    await end({ startedBy, counts: { sent: 4 } });
    expect(await unseen()).toMatchObject([{ result: 'done', reasons: [], counts: { sent: 4 }, times: 1 }]);
    expect(await told()).toHaveLength(2);
    expect(await markSeen(db, accountId, (await unseen())[0]!.id)).toBe(true);
    await end({ startedBy, result: 'failed' });
    expect(await unseen()).toMatchObject([{ result: 'failed' }]);
    expect(await listOutcomes(db, accountId, { ...page, kind: 'sendout', object_id: mailing })).toHaveLength(2);
  });

  test('where work lasts, further signs join the first without a mail, until somebody has seen it', async () => {
    const startedBy = await user('sender');
    const id = await insertProgram(db, accountId, { name: `Program ${++made}`, state: 'released', steps: [] });
    const fail = (step: number) =>
      end({
        kind: 'program',
        objectId: id,
        startedBy,
        result: 'partly',
        reasons: [{ code: 'field_deleted', step, count: 2 }],
      });
    await fail(0);
    await Promise.all([fail(0), fail(1)]);
    const [outcome] = await unseen();
    expect([outcome!.times, outcome!.reasons.map(({ step, count }) => [step, count]).sort()]).toEqual([
      3,
      [
        [0, 4],
        [1, 2],
      ],
    ]);
    expect(await told()).toHaveLength(1);
    await markSeen(db, accountId, outcome!.id);
    await fail(0);
    expect(await told()).toHaveLength(2);
  });

  test('what another person switches off is told as done, and takes the place of its faults', async () => {
    const [savedBy, changedBy] = [await user('sender', { mails: { program: 'all' } }), await user('administrator')];
    const id = await insertProgram(db, accountId, { name: `Program ${++made}`, state: 'released', steps: [] });
    await end({
      kind: 'program',
      objectId: id,
      startedBy: savedBy,
      result: 'partly',
      reasons: [{ code: 'field_deleted' }],
    });
    const change = (by: number | null, wasOn: boolean, isOn: boolean) =>
      db
        .transaction()
        .execute((transaction) =>
          recordSwitchedOff(transaction, accountId, 'program', { id, wasOn, isOn, savedBy, changedBy: by }),
        );
    await change(savedBy, true, false);
    await change(changedBy, true, true);
    await change(changedBy, false, false);
    expect(await unseen()).toMatchObject([{ result: 'partly' }]);
    await change(changedBy, true, false);
    expect(await unseen()).toMatchObject([{ result: 'done', reasons: [], started_by: savedBy }]);
    expect(await told()).toEqual(['sender']);
  });

  test('another account neither lists nor sees it', async () => {
    const other = await insertAccount(db, { name: `two ${++made}`, domain: `two-${made}.example.org` });
    await end();
    const id = (await unseen())[0]!.id;
    expect(await listOutcomes(db, other, page)).toEqual([]);
    expect(await markSeen(db, other, id)).toBe(false);
    await deleteOutcomes(db, other, ['sendout'], mailing);
    expect(await unseen()).toHaveLength(1);
    await deleteOutcomes(db, accountId, ['sendout'], mailing);
    expect(await unseen()).toEqual([]);
  });

  test('outcomes of a year ago are deleted, seen or not', async () => {
    await end();
    await db.updateTable('work_outcome').set({ ended_at: sql<Date>`now() - interval '366 days'` }).execute();
    const [old] = await unseen();
    await db.updateTable('work_outcome').set({ seen_at: new Date() }).where('id', '=', old!.id).execute();
    await end();
    while (await purgeOutcomesTask.run(db, new AbortController().signal));
    expect(await listOutcomes(db, accountId, page)).toHaveLength(1);
  });

  /** A job that fails for good at its first attempt. */
  async function die(handler: JobHandler<never>, payload: object): Promise<void> {
    await enqueue(db, handler, { accountId, key: 'dead', payload });
    const run = () => Promise.reject(new Error('It does not work.'));
    await runDueJobs(db, [{ ...handler, run, maxAttempts: 1 }], quiet);
  }

  test('a job that is given up says so where people look', async () => {
    await db.insertInto('sendout').values({ account_id: accountId, mailing_id: mailing, started_by: 7 }).execute();
    await die(advanceSendoutJob(quiet), { mailingId: mailing });
    const program = await insertProgram(db, accountId, { name: `Program ${++made}`, state: 'released', steps: [] });
    await die(runProgramJob('https://news.example.com', quiet), { programId: program });
    const file = { name: 'a.csv', state: 'running', kind: 'csv', skipped_rows: 0 } as const;
    const rest = {
      columns: ['email'],
      encoding: null,
      separator: null,
      sheet: null,
      sheets: null,
      fields: ['email'],
      formats: null,
    };
    const more = { parts: 1, rows: 3, permission: null, started_by: 8, expires_at: new Date() };
    const { id: importId } = await db
      .insertInto('contact_import')
      .values({ account_id: accountId, ...file, ...rest, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();
    await die(importJob as JobHandler<never>, { importId });
    const gaveUp = { result: 'failed', reasons: [{ code: 'gave_up' }] };
    expect(await unseen()).toMatchObject([
      { kind: 'import', object_id: importId, started_by: 8, ...gaveUp },
      { kind: 'program', object_id: program, ...gaveUp },
      { kind: 'sendout', object_id: mailing, started_by: 7, ...gaveUp },
    ]);
    await die(fireScheduleJob as JobHandler<never>, { mailingId: 0 });
    expect(await db.selectFrom('job').select('state').where('state', '=', 'dead').execute()).toHaveLength(4);
  });
});
