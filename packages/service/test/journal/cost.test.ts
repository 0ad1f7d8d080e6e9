import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { givePositions } from '../../src/journal/give-positions.ts';
import { type JournalPart, readJournal } from '../../src/journal/read.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { pageOfMailEvents } from '../../src/reports/index.ts';
import { usedServerDatabase } from '../support/database.ts';
import { noteStatements } from '../support/noted-statements.ts';

const entries = 10_000;
const limit = 50;
let database: Database;
let remove: () => Promise<unknown>;
let accountId: number;

beforeAll(async () => {
  const place = await usedServerDatabase();
  ({ remove } = place);
  database = await openServiceDatabase(place.config);
  accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
  await sql`
    insert into journal_entry (account_id, kind, event_ids)
    select ${accountId}, 'click', array[n] from generate_series(1, ${entries}) as n`.execute(database.kysely);
  while (await givePositions(database.kysely, accountId));
  await sql`analyze journal_entry`.execute(database.kysely);
});
afterAll(async () => {
  await database?.close();
  await remove?.();
});

interface Plan {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Runs something and returns the plans of its statements that concern entries, as they are executed. */
async function plansOf(run: (db: Database['kysely']) => Promise<unknown>): Promise<Plan[]> {
  const { noting, statements } = noteStatements();
  await run(database.kysely.withPlugin(noting));
  const plans: Plan[] = [];
  for (const statement of statements.filter((one) => one.sql.includes('journal_entry'))) {
    const { rows } = await database.kysely.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      ...statement,
      sql: `explain (analyze, buffers, timing off, format json) ${statement.sql}`,
    });
    plans.push(rows[0]!['QUERY PLAN'][0].Plan);
  }
  return plans;
}

test('a page far behind reads as little as the first one', async () => {
  const part = await readJournal(database.kysely, accountId, undefined, entries - limit);
  const { end } = part as JournalPart;
  const costs: number[] = [];
  for (const after of [undefined, end]) {
    const [plan] = (await plansOf((db) => readJournal(db, accountId, after, limit))) as [Plan];
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] === 'journal_entry');
    expect(scans).toHaveLength(1);
    expect(scans[0]).toMatchObject({ 'Index Name': 'journal_entry_position' });
    expect(scans[0]!['Index Cond']).toMatch(/position"? >=/);
    expect(scans[0]!['Actual Rows']).toBeLessThanOrEqual(limit + 1);
    costs.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
  }
  expect(Math.max(...costs)).toBeLessThanOrEqual(limit);
});

test('a reader for whom nothing is new reads one entry, and gives no positions', async () => {
  const { end } = (await readJournal(database.kysely, accountId, undefined, entries)) as JournalPart;
  const plans = await plansOf(async (db) => {
    expect(await givePositions(db, accountId)).toBe(false);
    expect(await readJournal(db, accountId, end, limit)).toMatchObject({ events: [], more: false });
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    const scanned = nodesOf(plan).filter((node) => node['Relation Name'] === 'journal_entry');
    expect(scanned.map((node) => node['Actual Rows'] <= 1)).toEqual([true]);
  }
});

test('a filter that nothing passes moves on by as many events as an answer looks at', async () => {
  const filters = { type: ['delivered'], mailing_id: [], ids: [] };
  const first = await pageOfMailEvents(database.kysely, accountId, undefined, limit, filters);
  expect(first).toMatchObject({ events: [], more: true, end: { position: 2000 } });
  let pages = 1;
  for (let page = first; typeof page !== 'string' && page.more; pages++) {
    page = await pageOfMailEvents(database.kysely, accountId, page.end, limit, filters);
  }
  expect(pages).toBe(entries / 2000);
});
