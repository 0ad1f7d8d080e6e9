import { sql } from 'kysely';
import { insertAccount } from '../../../../packages/service/src/account/index.ts';
import { insertMailing } from '../../../../packages/service/src/mailings/index.ts';
import type { Db } from '../../../../packages/service/src/platform/database/schema.ts';
import { type OpenFilters, opens, uniqueOpens } from '../../../../packages/service/src/reports/opens.ts';
import { pageOf } from '../../../../packages/service/src/reports/report.ts';
import { alternate, type Figure } from '../bench.ts';
import { openServerDatabase } from '../load/databases.ts';

const rounds = 9;
const events = Number(process.env.BENCH_EVENTS ?? 2_000_000);
const fewer = 100;
const mailings = 10;
const perReader = 4;
/** The last one was two years after the first one, whatever their number. */
const days = 730;

/**
 * Pages of 100 openings, of many against a hundredth of them: `BENCH_EVENTS` says how many, 2 million by default. They lie over
 * two years, 10 mailings and readers with four each.
 */
export async function reportPagesBench(): Promise<Figure[]> {
  const many = await openServerDatabase();
  const few = await openServerDatabase();
  try {
    const big = await fill(many.kysely, events);
    const small = await fill(few.kysely, events / fewer);
    const figures: Figure[] = [];
    for (const [name, page] of Object.entries(pages)) {
      const timeOf = async (db: Db, filled: Filled) => {
        const start = performance.now();
        const rows = await page(db, filled);
        if (rows.length !== 100) throw new Error(`${name} has ${rows.length} rows`);
        return performance.now() - start;
      };
      const { subject, baseline, ratio } = await alternate(
        rounds,
        () => timeOf(many.kysely, big),
        () => timeOf(few.kysely, small),
      );
      const detail = `${subject.toFixed(1)} ms of ${events} events against ${baseline.toFixed(1)} ms of ${events / fewer}`;
      figures.push({ name: `report-pages ${name}`, ratio, target: { bound: 'at most', value: 2 }, detail });
    }
    return figures;
  } finally {
    await many.close();
    await few.close();
  }
}

interface Filled {
  account: number;
  /** One of them. */
  mailing: number;
  lastMonth: number;
}

const none: OpenFilters = {
  ids: [],
  emails: [],
  eids: [],
  social_network: [],
  device_type: [],
  include_machine: false,
  exclude_anonymous_opens: false,
};
const first = { page_size: 100, page_index: 1 };

const pages: Record<string, (db: Db, filled: Filled) => Promise<unknown[]>> = {
  all: (db, { account }) => pageOf(db, account, opens, none, first),
  'of a mailing': (db, { account, mailing }) => pageOf(db, account, opens, { ...none, mailing_id: [mailing] }, first),
  'of a month': (db, { account, lastMonth }) => pageOf(db, account, opens, { ...none, from_date: lastMonth }, first),
  'of a mailing, unique': (db, { account, mailing }) =>
    pageOf(db, account, uniqueOpens, { ...none, mailing_id: [mailing] }, first),
};

/** Openings without the checks of foreign keys, and with indexes that are made at the end. */
async function fill(db: Db, count: number): Promise<Filled> {
  const account = await insertAccount(db, { name: 'bench', domain: 'example.org' });
  const ids: number[] = [];
  for (let at = 0; at < mailings; at++) {
    const about = { name: `News ${at}`, subject: 'x', type: 'regular', creator: 'bench' } as const;
    ids.push((await insertMailing(db, account, about))!);
  }
  const { rows: indexes } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid in ('opening'::regclass, 'reader'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await sql`set local statement_timeout = 0`.execute(transaction);
    for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(transaction);
    const mailingOf = sql`(${sql.val(ids)}::int8[])[1 + i % ${mailings}]`;
    await sql`
      insert into reader (account_id, mailing_id, alias, openings)
      select ${account}::int8, ${mailingOf}, 'r' || i, ${perReader}::int
      from generate_series(0, ${count / perReader - 1}::int) as i`.execute(transaction);
    await sql`
      insert into opening (account_id, reader_id, mailing_id, at, class, first, format, device_type, user_agent)
      select account_id, id, mailing_id,
        now() - make_interval(secs => ${days * 86_400} * (1 - (id * ${perReader} + nth)::float8 / ${count + perReader})),
        'human', nth = 0, 'html', 'COMPUTER', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
      from reader, generate_series(0, ${perReader - 1}::int) as nth order by id, nth`.execute(transaction);
    for (const { made } of indexes) await sql`${sql.raw(made)}`.execute(transaction);
  });
  await sql`vacuum analyze opening, reader`.execute(db);
  return { account, mailing: ids[mailings / 2]!, lastMonth: Date.now() - 30 * 86_400_000 };
}
