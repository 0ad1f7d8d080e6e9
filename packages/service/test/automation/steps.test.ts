// More than 400 lines: every kind of step, tried in one account.
import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { inviteUser } from '../../src/account/users/store.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { listIdleSteps, readTally } from '../../src/events/automation/idle-steps.ts';
import { runProgramJob } from '../../src/events/automation/job.ts';
import { findProgram, insertProgram, lockProgram } from '../../src/events/automation/programs.ts';
import { startRuns } from '../../src/events/automation/runs.ts';
import { startWatchedJob } from '../../src/events/automation/start-watched.ts';
import { tryProgram } from '../../src/events/automation/try-program.ts';
import { findProgramUsing } from '../../src/events/automation/uses.ts';
import { countRuns, lastRuns, listRuns } from '../../src/events/automation/versions-in-use.ts';
import { readWebhook } from '../../src/events/webhooks/settings.ts';
import { insertWebhook } from '../../src/events/webhooks/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import { createContact } from '../../src/people/changes/single.ts';
import { insertCustomField } from '../../src/people/fields/store.ts';
import { customFields } from '../../src/people/index.ts';
import { maxTags } from '../../src/people/tags/name.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { usualDatabases } from '../support/database.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = new Date('2031-02-01T08:00:00Z');

describe.each(usualDatabases())('steps of programs, by a virtual clock on $kind', ({ open }) => {
  let database: Database;
  let db: Database['kysely'];
  let accountId: number;
  let paris: number;
  let names = 0;

  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    accountId = await insertAccount(db, { name: 'one', domain: 'example.org' });
    const rules = allOf({ field: 'CITY', operator: 'EQUALS', value: 'Paris', is_customfield: false, type: 'string' });
    paris = await insertContactFilter(db, accountId, { name: 'Paris', author: 'test', rules });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['job', 'automation_program', 'contact'] as const) await db.deleteFrom(table).execute();
  });

  const contact = (city: string | null = null): Promise<number> => {
    const email = parseEmail(`c${++names}@example.org`)!;
    const person = { email, permission: 2, standardFields: { CITY: city }, customFields: {}, preferences: [] } as const;
    const origin = { source: undefined, subscriptionPage: undefined };
    return createContact(db, accountId, { ...person, preferences: [] }, origin);
  };
  const move = (id: number, city: string) =>
    sql`update contact set standard_fields = jsonb_build_object('CITY', ${city}::text) where id = ${id}`.execute(db);
  type Rules = Partial<Parameters<typeof insertProgram>[2]>;
  const program = (steps: AutomationStep[], rules: Rules = {}) =>
    insertProgram(db, accountId, { name: `Program ${++names}`, state: 'released', steps, ...rules });
  const begin = (id: number, contacts: number[], now = start) =>
    db.transaction().execute(async (transaction) => {
      await lockProgram(transaction, accountId, id);
      await startRuns(transaction, (await findProgram(transaction, accountId, id))!, contacts, { now });
    });
  const runAfter = (millis: number) =>
    runDueJobs(
      db,
      [runProgramJob('https://news.example.com', () => {}), startWatchedJob],
      (line) => {
        throw new Error(line);
      },
      () => new Date(start.getTime() + millis),
    );
  /** Where contacts have gone: the value of the field that steps have set. */
  const ways = async (...ids: number[]) => {
    const rows = await db.selectFrom('contact').select(['id', 'standard_fields']).where('id', 'in', ids).execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.standard_fields.ADDRESS);
  };
  const set = (value: string, name?: string): AutomationStep => ({
    kind: 'set',
    field: 'ADDRESS',
    value,
    ...(name === undefined ? {} : { name }),
  });
  const active = async (id: number) => (await findProgram(db, accountId, id))!.active_runs;
  const counts = async (id: number, step: number) => (await readTally(db, accountId, id)).counts(1, step);
  const idle = async (contactId: number) =>
    (await listIdleSteps(db, accountId, contactId, 9)).map(({ step, reason }) => [step, reason]);

  /** A contact did something in a mailing. */
  async function read(contactId: number, mailing: number, millis: number, act: 'opened' | 'clicked'): Promise<void> {
    const time = new Date(start.getTime() + millis);
    const column = act === 'opened' ? 'last_opened_at' : 'last_clicked_at';
    await sql`insert into reader (account_id, mailing_id, contact_id, ${sql.ref(column)})
      values (${accountId}, ${mailing}, ${contactId}, ${time})`.execute(db);
  }
  const mailing = async () => {
    const values = { name: `Trigger ${++names}`, subject: 'x', type: 'trigger', creator: 'test' } as const;
    return (await insertMailing(db, accountId, values))!;
  };

  test('a contact that waits for a segment goes on when it is in it, or when the time is over', async () => {
    const [ada, ben, eve] = [await contact(), await contact(), await contact('Paris')];
    const id = await program([
      { kind: 'wait_for', contact_filter_id: paris, at_most: 'P1D', matching: 'came' },
      set('late'),
      { kind: 'end' },
      set('came', 'came'),
    ]);
    await begin(id, [ada, ben, eve]);
    await runAfter(0);
    expect([await ways(ada, ben, eve), await active(id)]).toEqual([[undefined, undefined, 'came'], 2]);
    await move(ada, 'Paris');
    await runAfter(4 * minute);
    expect(await ways(ada)).toEqual([undefined]);
    await runAfter(5 * minute);
    expect(await ways(ada, ben)).toEqual(['came', undefined]);
    for (let hours = 1; hours < 24; hours++) await runAfter(hours * hour);
    expect([await ways(ben), await active(id)]).toEqual([[undefined], 1]);
    await runAfter(day);
    expect([await ways(ben), await active(id)]).toEqual([['late'], 0]);
    expect(await counts(id, 0)).toMatchObject({ taken: 3, matching: 2 });
  });

  test('an hour is that of the contact, or of the account where the zone of the contact is not known', async () => {
    await insertCustomField(db, accountId, `ZONE${++names}`, 'string');
    const field = String((await customFields(db, accountId)).get(`ZONE${names}`)!.id);
    const zones = ['America/New_York', 'Europe/Paris', 'Mars/Olympus', ''];
    const people = await Promise.all(zones.map(() => contact()));
    for (const [index, zone] of zones.entries())
      await sql`update contact set custom_fields = jsonb_build_object(${field}::text, ${zone}::text)
        where id = ${people[index]!}`.execute(db);
    const id = await program([{ kind: 'wait_until', hour: 9, zone_field: field }, { kind: 'end' }]);
    await begin(id, people);
    await runAfter(0);
    const runs = new Map((await lastRuns(db, accountId, id, 9)).map(({ contact_id, due_at }) => [contact_id, due_at]));
    expect(people.map((each) => runs.get(each)?.toISOString())).toEqual([
      '2031-02-01T14:00:00.000Z',
      '2031-02-02T08:00:00.000Z',
      '2031-02-01T09:00:00.000Z',
      '2031-02-01T09:00:00.000Z',
    ]);
  });

  test('a circle that waits again begins to count anew', async () => {
    const ada = await contact();
    const id = await program([
      { kind: 'wait_for', name: 'again', contact_filter_id: paris, at_most: 'PT1H', matching: 'came', others: 'again' },
      set('came', 'came'),
    ]);
    await begin(id, [ada]);
    for (let minutes = 0; minutes <= 150; minutes += 5) await runAfter(minutes * minute);
    expect(await counts(id, 0)).toMatchObject({ taken: 2, matching: 0 });
    await move(ada, 'Paris');
    await runAfter(160 * minute);
    expect(await ways(ada)).toEqual(['came']);
  });

  test.each(['opened', 'clicked'] as const)(
    'who has %s the mail of a step goes another way, or waits for it',
    async (activity) => {
      const [ada, ben, eve] = [await contact(), await contact(), await contact()];
      const mailing_id = await mailing();
      const offer = { kind: 'send', name: 'offer', mailing_id } as const;
      const branching = await program([
        offer,
        { kind: 'wait', duration: 'P1D' },
        { kind: 'branch_activity', sent_by: 'offer', activity, others: 'other' },
        set('did'),
        { kind: 'end' },
        set('did not', 'other'),
      ]);
      const waiting = await program([
        offer,
        { kind: 'wait_for_activity', sent_by: 'offer', activity, at_most: 'PT2H', others: 'other' },
        { kind: 'add_tag', tag: 'did' },
        { kind: 'end' },
        { kind: 'add_tag', tag: 'did not', name: 'other' },
      ]);
      await read(ben, mailing_id, -hour, activity);
      await read(eve, await mailing(), hour, activity);
      for (const id of [branching, waiting]) await begin(id, [ada, ben, eve]);
      await runAfter(0);
      await read(ada, mailing_id, minute, activity);
      await runAfter(5 * minute);
      const tags = async () => {
        const rows = await db.selectFrom('contact').select('tags').orderBy('id').execute();
        return rows.map((row) => row.tags[0]);
      };
      expect(await tags()).toEqual(['did', undefined, undefined]);
      for (const millis of [hour, 2 * hour, day]) await runAfter(millis);
      expect(await tags()).toEqual(['did', 'did not', 'did not']);
      expect(await ways(ada, ben, eve)).toEqual(['did', 'did not', 'did not']);
    },
  );

  test('chance sends a contact the same way each time, and holds others out', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => contact()));
    const id = await program([
      { kind: 'branch_random', percent: 50, others: 'held-out' },
      set('drawn'),
      { kind: 'end', name: 'held-out' },
    ]);
    await begin(id, people);
    await runAfter(0);
    const first = await ways(...people);
    const drawn = first.filter((way) => way === 'drawn').length;
    expect([drawn > 5, drawn < 35, await counts(id, 0)]).toEqual([
      true,
      true,
      expect.objectContaining({ taken: 40, matching: drawn }),
    ]);
    await sql`update contact set standard_fields = '{}'`.execute(db);
    await begin(id, people, new Date(start.getTime() + day));
    await runAfter(day);
    expect(await ways(...people)).toEqual(first);
  });

  test('tags are added and removed; who has too many is told in its story', async () => {
    const [ada, ben] = [await contact(), await contact()];
    const full = Array.from({ length: maxTags }, (_, index) => `tag ${index}`);
    await db.updateTable('contact').set({ tags: full }).where('id', '=', ben).execute();
    const id = await program([
      { kind: 'add_tag', tag: 'VIP' },
      { kind: 'add_tag', tag: 'New' },
      { kind: 'remove_tag', tag: 'new' },
    ]);
    await begin(id, [ada, ben]);
    await runAfter(0);
    const { tags } = await db.selectFrom('contact').select('tags').where('id', '=', ada).executeTakeFirstOrThrow();
    expect([tags, await idle(ada), (await idle(ben)).toSorted()]).toEqual([
      ['VIP'],
      [],
      [
        [0, 'tags_full'],
        [1, 'tags_full'],
      ],
    ]);
    expect((await readTally(db, accountId, id)).idle(1, 0)).toEqual([{ reason: 'tags_full', contacts: 1 }]);
    expect(await counts(id, 0)).toMatchObject({ taken: 2 });
  });

  test('another program is started and left; one that is a draft says so', async () => {
    const [ada, ben] = [await contact(), await contact()];
    const other = await program([{ kind: 'wait', duration: 'P9D' }]);
    const draft = await program([{ kind: 'end' }], { state: 'draft' });
    const id = await program([
      { kind: 'start_program', program_id: other },
      { kind: 'start_program', program_id: draft },
      { kind: 'wait', duration: 'P1D' },
      { kind: 'leave_program', program_id: other },
    ]);
    await begin(other, [ben]);
    await begin(id, [ada]);
    await runAfter(0);
    expect([await active(other), await active(draft), await idle(ada)]).toEqual([2, 0, [[1, 'program_inactive']]]);
    await runAfter(day);
    const runs = await lastRuns(db, accountId, other, 9);
    expect(runs.map(({ contact_id, left_by }) => [contact_id, left_by]).toSorted()).toEqual([
      [ada, 'program'],
      [ben, null],
    ]);
    expect(await counts(other, 1)).toMatchObject({ removals: 1 });
  });

  test('who leaves a program and starts it again goes through it anew', async () => {
    const ada = await contact();
    const other = await program([{ kind: 'wait', duration: 'P9D' }]);
    const id = await program([
      { kind: 'leave_program', program_id: other },
      { kind: 'start_program', program_id: other },
    ]);
    await begin(other, [ada]);
    await begin(id, [ada]);
    await runAfter(0);
    const runs = await lastRuns(db, accountId, other, 9);
    expect(runs.map(({ left_by }) => left_by)).toEqual([null, 'program']);
  });

  test('who reaches the goal leaves before the next step, and counts', async () => {
    const [ada, ben, eve] = [await contact(), await contact(), await contact('Paris')];
    const after = await program([set('ended')], { start_on: { kind: 'program_ended', program_id: 0 } });
    const id = await program(
      [
        { kind: 'wait', duration: 'P1D' },
        { kind: 'add_tag', tag: 'late' },
      ],
      {
        goal_filter_id: paris,
      },
    );
    await sql`update automation_program set start_on = jsonb_set(start_on, '{program_id}', to_jsonb(${id}::int8))
      where id = ${after}`.execute(db);
    await begin(id, [ada, ben, eve]);
    await runAfter(0);
    expect([await active(id), (await counts(id, 0)).goals]).toEqual([2, 1]);
    await move(ada, 'Paris');
    await runAfter(day);
    expect([await active(id), (await counts(id, 1)).goals, (await counts(id, 1)).taken]).toEqual([0, 1, 1]);
    const runs = await lastRuns(db, accountId, id, 9);
    expect(new Map(runs.map(({ contact_id, left_by }) => [contact_id, left_by]))).toEqual(
      new Map([
        [ada, 'goal'],
        [ben, null],
        [eve, 'goal'],
      ]),
    );
    expect(await ways(ada, ben, eve)).toEqual([undefined, 'ended', undefined]);
  });

  test('who is in the segment of the exit rule leaves before the next step, and the goal counts first', async () => {
    const rules = allOf({ field: 'CITY', operator: 'EQUALS', value: 'Rome', is_customfield: false, type: 'string' });
    const rome = await insertContactFilter(db, accountId, { name: `Rome ${++names}`, author: 'test', rules });
    const [ada, ben, eve] = [await contact(), await contact(), await contact('Rome')];
    const steps: AutomationStep[] = [
      { kind: 'wait', duration: 'P1D' },
      { kind: 'add_tag', tag: 'late' },
    ];
    const id = await program(steps, { goal_filter_id: paris, exit_filter_id: rome });
    await begin(id, [ada, ben, eve]);
    await runAfter(0);
    expect([await active(id), await counts(id, 0)]).toMatchObject([2, { goals: 0, exits: 1 }]);
    await move(ada, 'Rome');
    await move(ben, 'Paris');
    await runAfter(day);
    expect([await active(id), await counts(id, 1)]).toMatchObject([0, { goals: 1, exits: 1, taken: 0 }]);
    const runs = await lastRuns(db, accountId, id, 9);
    expect(new Map(runs.map(({ contact_id, left_by }) => [contact_id, left_by]))).toEqual(
      new Map([
        [ada, 'exit'],
        [ben, 'goal'],
        [eve, 'exit'],
      ]),
    );
    const both = await program(steps, { goal_filter_id: paris, exit_filter_id: paris });
    await begin(both, [ben]);
    await runAfter(day);
    expect(await counts(both, 0)).toMatchObject({ goals: 1, exits: 0 });
    const stored = (await findProgram(db, accountId, id))!;
    const until = new Date(start.getTime() + 9 * day);
    const tried = { start, until, now: start, choices: [], contactId: undefined };
    const outcome = async (goal_after?: string, exit_after?: string) =>
      (await tryProgram(db, stored, { ...tried, goal_after, exit_after })).outcome;
    expect([await outcome(), await outcome('PT5H', 'PT5H'), await outcome('PT5H', 'PT4H')]).toEqual([
      ...['ended', 'goal', 'exit'],
    ]);
    expect(await findProgramUsing(db, accountId, { contactFilter: rome })).toBe(stored.name);
  });

  test('a run says which steps its contact has taken when, and who waits for a step is listed in pages', async () => {
    const [ada, ben, eve] = [await contact('Paris'), await contact(), await contact()];
    const id = await program([
      { kind: 'branch', contact_filter_id: paris, others: 'waiting' },
      { kind: 'call_webhooks' },
      { kind: 'end' },
      { kind: 'wait', name: 'waiting', duration: 'P1D' },
      set('late'),
    ]);
    await begin(id, [ada, ben, eve]);
    await runAfter(0);
    const pages = { page_index: 1, page_size: 100 };
    const now = start.getTime();
    const way = async (contact_id: number) => (await listRuns(db, accountId, id, { ...pages, contact_id }))[0]!.passed;
    await db.deleteFrom('webhook').execute();
    expect([await way(ada), await way(ben)]).toEqual([
      [
        { step: 0, at: now, matching: true },
        { step: 1, at: now, idle: 'webhook_missing' },
        { step: 2, at: now },
      ],
      [
        { step: 0, at: now, matching: false },
        { step: 3, at: now },
      ],
    ]);
    const waiting = async (step: number, page_index = 1, page_size = 1, version = 1) => [
      (await listRuns(db, accountId, id, { step, version, page_index, page_size })).map(({ contact_id }) => contact_id),
      await countRuns(db, accountId, id, { step, version }),
    ];
    expect(await waiting(4)).toEqual([[eve], 2]);
    expect(await waiting(4, 2)).toEqual([[ben], 2]);
    expect(await waiting(4, 1, 9, 2)).toEqual([[], 0]);
    expect(await waiting(5)).toEqual([[], 0]);
    expect(await listRuns(db, accountId + 1, id, pages)).toEqual([]);
    await runAfter(day);
    expect([await waiting(4), (await way(ben)).at(-1)]).toEqual([[[], 0], { step: 4, at: now + day }]);
  });

  test('a program is tried in thought with a contact as it is, and goes as it goes for real', async () => {
    const [ada, ben, eve] = [await contact('Paris'), await contact(), await contact('Paris')];
    const id = await program([
      { kind: 'branch', contact_filter_id: paris, others: 'late' },
      { kind: 'branch_random', percent: 50, others: 'late' },
      { kind: 'go_to', to: 'last' },
      { kind: 'wait', name: 'late', duration: 'P1D' },
      { kind: 'wait_for', contact_filter_id: paris, at_most: 'PT2H' },
      { kind: 'send', mailing_id: 404 },
      { kind: 'end', name: 'last' },
    ]);
    const stored = (await findProgram(db, accountId, id))!;
    const attempt = { start, until: new Date(start.getTime() + 9 * day), now: start, goal_after: undefined };
    const told = async (contactId: number) => {
      const { lines, outcome } = await tryProgram(db, stored, { ...attempt, contactId, choices: undefined });
      expect(outcome).toBe('ended');
      return lines
        .filter(({ event }) => event === 'taken')
        .map(({ at, step, matching, idle }) => ({
          ...{ step, at: at.getTime() },
          ...(matching !== undefined && { matching }),
          ...(idle !== undefined && { idle }),
        }));
    };
    const expected = await Promise.all([ada, ben, eve].map(told));
    expect([await active(id), expected[1]!.map(({ step }) => step)]).toEqual([0, [0, 3, 4, 5, 6]]);
    await begin(id, [ada, ben, eve]);
    const next = () =>
      db
        .selectFrom('automation_run')
        .select('due_at')
        .where('ended_at', 'is', null)
        .orderBy('due_at')
        .executeTakeFirst();
    for (let due = await next(); due !== undefined; due = await next())
      await runAfter(due.due_at.getTime() - start.getTime());
    const runs = await listRuns(db, accountId, id, { page_index: 1, page_size: 9 });
    expect([ada, ben, eve].map((each) => runs.find(({ contact_id }) => contact_id === each)!.passed)).toEqual(expected);
    const choices = [
      { step: 0, matching: true },
      { step: 1, matching: true },
    ];
    const invented = await tryProgram(db, stored, { ...attempt, contactId: undefined, choices });
    expect(invented.lines.map(({ step, by }) => [step, by])).toEqual([
      [0, 'choice'],
      [1, 'choice'],
      [2, undefined],
      [6, undefined],
    ]);
  });

  test('a contact that has reached the goal leaves at once in thought, too', async () => {
    const id = await program([{ kind: 'wait', duration: 'P1D' }], { goal_filter_id: paris });
    const stored = (await findProgram(db, accountId, id))!;
    const until = new Date(start.getTime() + 9 * day);
    const outcome = async (contactId: number | undefined, goal_after?: string) => {
      const tried = await tryProgram(db, stored, { contactId, start, until, now: start, goal_after, choices: [] });
      return tried.outcome;
    };
    expect(await outcome(await contact('Paris'))).toBe('goal');
    expect(await outcome(await contact())).toBe('ended');
    expect([await outcome(undefined), await outcome(undefined, 'PT5H')]).toEqual(['ended', 'goal']);
  });

  test('webhooks that want it are called, and their absence is told', async () => {
    const ada = await contact();
    const id = await program([{ kind: 'call_webhooks', name: 'ordered' }]);
    await begin(id, [ada]);
    await runAfter(0);
    expect(await idle(ada)).toEqual([[0, 'webhook_missing']]);
    const { settings } = readWebhook({ url: 'https://hooks.example.com/', events: ['automation_step'] }, new Map());
    await insertWebhook(db, accountId, settings, Buffer.from('a secret of the test'));
    await begin(id, [ada], new Date(start.getTime() + hour));
    await runAfter(hour);
    const events = await db.selectFrom('webhook_event').select(['type', 'contact_id', 'content']).execute();
    expect(events).toEqual([
      { type: 'automation_step', contact_id: ada, content: { program_id: id, step: 0, name: 'ordered' } },
    ]);
  });

  test('a user is told once about contacts who come together, and nobody who is not active', async () => {
    const [ada, ben] = [await contact(), await contact()];
    const email = parseEmail('boss@example.org')!;
    const user = (await inviteUser(db, accountId, { email, name: 'Boss', role: 'reader', language: 'en' }))!;
    const id = await program([{ kind: 'notify', email: 'Boss@example.org' }]);
    const mails = async () =>
      (await db.selectFrom('recipient').select('id').where('account_id', '=', accountId).execute()).length;
    await begin(id, [ada]);
    await runAfter(0);
    expect([await mails(), await idle(ada)]).toEqual([0, [[0, 'user_missing']]]);
    await db.updateTable('account_user').set({ state: 'active' }).where('id', '=', user.id).execute();
    await begin(id, [ada, ben], new Date(start.getTime() + hour));
    await runAfter(hour);
    expect(await idle(ben)).toEqual([]);
  });
});
