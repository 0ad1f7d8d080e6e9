import type { AutomationStep } from '@mailwright/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { runProgramJob } from '../../src/events/automation/job.ts';
import { findProgram, insertProgram, lockProgram, raiseVersion } from '../../src/events/automation/programs.ts';
import { startRuns } from '../../src/events/automation/runs.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import { createContact } from '../../src/people/changes/single.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { usualDatabases } from '../support/database.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const noWake = () => {};

describe.each(usualDatabases())('programs by a virtual clock, on $kind', ({ open }) => {
  let database: Database;
  let db: Database['kysely'];
  let accountId: number;
  let mailing: number;
  let names = 0;
  const start = new Date('2031-02-01T08:00:00Z');
  const after = (millis: number) => new Date(start.getTime() + millis);

  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    accountId = await insertAccount(db, { name: 'one', domain: 'example.org' });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await sql`delete from job`.execute(db);
    await sql`delete from automation_program`.execute(db);
    await sql`delete from recipient`.execute(db);
    mailing = (await insertMailing(db, accountId, {
      name: `Trigger ${++names}`,
      subject: 'x',
      type: 'trigger',
      creator: 'test',
    }))!;
    await db.updateTable('mailing').set({ state: 'released' }).where('id', '=', mailing).execute();
  });

  async function contact(city: string | null = null): Promise<number> {
    const email = parseEmail(`c${++names}@example.org`)!;
    const person = { email, permission: 2, standardFields: { CITY: city }, customFields: {}, preferences: [] } as const;
    const origin = { source: undefined, subscriptionPage: undefined };
    return createContact(db, accountId, { ...person, preferences: [] }, origin);
  }
  const program = (steps: AutomationStep[]) =>
    insertProgram(db, accountId, { name: `Program ${++names}`, state: 'released', steps });
  const begin = (id: number, contacts: number[], now = start) =>
    db.transaction().execute(async (transaction) => {
      await lockProgram(transaction, accountId, id);
      await startRuns(transaction, (await findProgram(transaction, accountId, id))!, contacts, { now });
    });
  const runAt = (now: Date) =>
    runDueJobs(
      db,
      [runProgramJob('https://news.example.com', noWake)],
      (line) => {
        throw new Error(line);
      },
      () => now,
    );
  const sent = async () => {
    const rows = await db.selectFrom('recipient').select(['contact_id', 'occasion']).orderBy('id').execute();
    return rows.map(({ contact_id, occasion }) => [contact_id, Number(occasion.split(':')[3])]);
  };
  const cities = async (...ids: number[]) => {
    const rows = await db
      .selectFrom('contact')
      .select('standard_fields')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    return rows.map(({ standard_fields }) => standard_fields.CITY);
  };
  const active = async (id: number) => (await findProgram(db, accountId, id))!.active_runs;
  const send = () => ({ kind: 'send', mailing_id: mailing }) as const;

  test('each step is taken at its time, not a minute before, and once', async () => {
    const ada = await contact();
    const id = await program([send(), { kind: 'wait', duration: 'PT1H' }, send()]);
    await begin(id, [ada]);
    expect(await runAt(start)).toBe(1);
    expect(await sent()).toEqual([[ada, 1]]);
    expect(await runAt(after(59 * minute))).toBe(0);
    expect(await runAt(after(hour))).toBe(1);
    expect(await sent()).toEqual([
      [ada, 1],
      [ada, 3],
    ]);
    expect(await active(id)).toBe(0);
    expect(await runAt(after(day))).toBe(0);
  });

  test('who begins later is not forgotten, nor who waits for longer', async () => {
    const [ada, bob] = [await contact(), await contact()];
    const id = await program([{ kind: 'wait', duration: 'P2D' }, send()]);
    await begin(id, [ada]);
    await runAt(start);
    await begin(id, [bob], after(day));
    await runAt(after(day));
    await runAt(after(2 * day));
    expect(await sent()).toEqual([[ada, 2]]);
    await runAt(after(3 * day));
    expect(await sent()).toEqual([
      [ada, 2],
      [bob, 2],
    ]);
  });

  test('a branch asks by the fields of the moment, those that the program has set among them', async () => {
    const filter = await insertContactFilter(db, accountId, {
      name: `Paris ${++names}`,
      author: 'test',
      rules: allOf({ field: 'CITY', operator: 'EQUALS', value: 'Paris', is_customfield: false, type: 'string' }),
    });
    const [ada, bob] = [await contact('Paris'), await contact('Rome')];
    const id = await program([
      { kind: 'branch', contact_filter_id: filter, matching: 'thanks' },
      { kind: 'set', field: 'CITY', value: 'Paris' },
      { kind: 'branch', contact_filter_id: filter, matching: 'last' },
      { kind: 'end' },
      { kind: 'set', name: 'thanks', field: 'CITY', value: null },
      { kind: 'end' },
      { kind: 'set', name: 'last', field: 'CITY', value: 'Lyon' },
    ]);
    await begin(id, [ada, bob]);
    await runAt(start);
    expect(await cities(ada, bob)).toEqual([undefined, 'Lyon']);
    expect(await active(id)).toBe(0);
  });

  test('a circle sends the same mailing again in each round', async () => {
    const ada = await contact();
    const none = 404404;
    const id = await program([
      { ...send(), name: 'again' },
      { kind: 'wait', duration: 'P1D' },
      { kind: 'branch', contact_filter_id: none, others: 'again' },
    ]);
    await begin(id, [ada]);
    for (const days of [0, 1, 2]) await runAt(after(days * day));
    expect(await sent()).toEqual([
      [ada, 1],
      [ada, 4],
      [ada, 7],
    ]);
    expect(await active(id)).toBe(1);
  });

  test('who is under way goes on with the version that it began with', async () => {
    const [ada, bob] = [await contact('Rome'), await contact('Rome')];
    const steps = (value: string): AutomationStep[] => [
      { kind: 'wait', duration: 'P1D' },
      { kind: 'set', field: 'CITY', value },
    ];
    const id = await program(steps('Paris'));
    await begin(id, [ada]);
    await runAt(start);
    const before = (await findProgram(db, accountId, id))!;
    await raiseVersion(db, before, { name: before.name, state: 'released', steps: steps('Lyon') });
    await begin(id, [bob], after(minute));
    await runAt(after(minute));
    await runAt(after(2 * day));
    expect(await cities(ada, bob)).toEqual(['Paris', 'Lyon']);
  });

  test('a mailing that is no longer released is left out, and the program goes on', async () => {
    const ada = await contact();
    const id = await program([send()]);
    await db.updateTable('mailing').set({ state: 'draft' }).where('id', '=', mailing).execute();
    await begin(id, [ada]);
    await runAt(start);
    expect([await sent(), await active(id)]).toEqual([[], 0]);
  });

  test('many contacts are taken on in a few jobs, each once', async () => {
    const many = 2500;
    await sql`insert into contact (account_id, email, email_folded, permission)
      select ${accountId}::int8, 'many' || n || '@example.org', 'many' || n || '@example.org', 2
      from generate_series(1, ${many}::int4) as n`.execute(db);
    const rows = await db.selectFrom('contact').select('id').where('email', 'like', 'many%').execute();
    const id = await program([send()]);
    await begin(
      id,
      rows.map((row) => row.id),
    );
    expect(await runAt(start)).toBe(3);
    const contacts = (await sent()).map(([contactId]) => contactId);
    expect([contacts.length, new Set(contacts).size, await active(id)]).toEqual([many, many, 0]);
  });
});
