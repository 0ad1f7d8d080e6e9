import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import type { EntryRules } from '../../src/events/automation/entry.ts';
import { findProgram, insertProgram, lockProgram, programWith } from '../../src/events/automation/programs.ts';
import { startRuns } from '../../src/events/automation/runs.ts';
import { startProgramsBySystemEvent } from '../../src/events/automation/start-by-event.ts';
import { createContact } from '../../src/people/changes/single.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { usualDatabases } from '../support/database.ts';

const day = 24 * 3_600_000;
const start = new Date('2031-02-01T08:00:00Z');
const everybody: EntryRules = { start_filter_id: null, start_once: false, again_after_days: null };

describe.each(usualDatabases())('who may begin a program on $kind', ({ open }) => {
  let database: Database;
  let db: Database['kysely'];
  let accountId: number;
  let parisians: number;
  let names = 0;

  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    accountId = await insertAccount(db, { name: 'one', domain: 'example.org' });
    parisians = await insertContactFilter(db, accountId, {
      name: 'Paris',
      author: 'test',
      rules: allOf({ field: 'CITY', operator: 'EQUALS', value: 'Paris', is_customfield: false, type: 'string' }),
    });
  });
  afterAll(() => database.close());

  const contact = (CITY: string): Promise<number> =>
    createContact(
      db,
      accountId,
      {
        email: parseEmail(`c${++names}@example.org`)!,
        permission: 2,
        standardFields: { CITY },
        customFields: {},
        preferences: [],
      },
      { source: undefined, subscriptionPage: undefined },
    );
  const program = (rules: EntryRules, system_event: string | null = null) =>
    insertProgram(db, accountId, {
      ...{ name: `Program ${++names}`, state: 'released', steps: [{ kind: 'end' }], system_event },
      ...rules,
    });
  /** Has contacts begin a program after so many days, and go to its end; whether each has begun. */
  const begin = (id: number, contacts: number[], days = 0) =>
    db.transaction().execute(async (transaction) => {
      const now = new Date(start.getTime() + days * day);
      await lockProgram(transaction, accountId, id);
      await startRuns(transaction, (await findProgram(transaction, accountId, id))!, contacts, { now });
      const runs = await transaction
        .updateTable('automation_run')
        .set({ ended_at: now })
        .where('program_id', '=', id)
        .where('ended_at', 'is', null)
        .returning('contact_id')
        .execute();
      return contacts.map((each) => runs.some(({ contact_id }) => contact_id === each));
    });

  test('contacts of the filter, by its rules at that time', async () => {
    const [ada, bob] = [await contact('Paris'), await contact('Rome')];
    const id = await program({ ...everybody, start_filter_id: parisians });
    expect(await begin(id, [ada, bob])).toEqual([true, false]);
    await sql`update contact set standard_fields = '{"CITY": "Paris"}' where id = ${bob}`.execute(db);
    expect(await begin(id, [bob])).toEqual([true]);
    expect(await begin(await program(everybody), [bob])).toEqual([true]);
  });

  test.each<[string, Partial<EntryRules>, [days: number, begins: boolean][]]>([
    [
      'at once',
      {},
      [
        [0, true],
        [0, true],
        [1, true],
      ],
    ],
    [
      'once',
      { start_once: true },
      [
        [0, true],
        [1, false],
        [4000, false],
      ],
    ],
    [
      'after 30 days',
      { again_after_days: 30 },
      [
        [0, true],
        [29.9, false],
        [30, true],
        [59, false],
        [60, true],
      ],
    ],
  ])('again: %s', async (_, rules, wanted) => {
    const [ada, bob] = [await contact('Paris'), await contact('Paris')];
    const id = await program({ ...everybody, ...rules });
    for (const [days, begins] of wanted) expect(await begin(id, [ada], days), `day ${days}`).toEqual([begins]);
    expect(await begin(id, [ada, bob], 60.5)).toEqual([
      rules.again_after_days === undefined && !rules.start_once,
      true,
    ]);
  });

  test('an event starts those who may begin, too', async () => {
    const [ada, bob] = [await contact('Paris'), await contact('Rome')];
    const id = await program({ ...everybody, start_filter_id: parisians, start_once: true }, 'DOI_CONFIRMED');
    await db.transaction().execute(async (transaction) => {
      for (const who of [ada, bob, ada]) await startProgramsBySystemEvent(transaction, accountId, 'DOI_CONFIRMED', who);
    });
    const { active_runs } = (await programWith(db, accountId, (each) => each.id === id))!;
    expect(active_runs).toBe(1);
  });
});
