import { sql } from 'kysely';
import { findContactFilter } from '../../../../packages/service/src/audiences/filters/store.ts';
import { findMailing } from '../../../../packages/service/src/mailings/store.ts';
import { freezeRecipients } from '../../../../packages/service/src/sending/sendouts/freeze.ts';
import { type Figure, median, medianRatio, takeTurns } from '../bench.ts';
import { type BenchDatabase, openEmbeddedDatabase, openServerDatabase } from '../load/databases.ts';
import { createAudience, createMailing } from '../sending/mailing.ts';

const rounds = 3;
const people = Number(process.env.BENCH_PEOPLE ?? 1_000_000);

/**
 * Fixing the recipients of a mailing, with what keeps contacts away from it, and putting them into batches; against a bare
 * INSERT … SELECT of the same contacts' ids into a table with the same key. `BENCH_PEOPLE` says how many there are.
 */
export async function freezeServerBench(): Promise<Figure[]> {
  return [await measure('freeze', openServerDatabase)];
}

/** The same with the embedded database. */
export async function freezeEmbeddedBench(): Promise<Figure[]> {
  return [await measure('freeze-embedded', openEmbeddedDatabase)];
}

async function measure(name: string, open: () => Promise<BenchDatabase>): Promise<Figure> {
  const { kysely: db, close } = await open();
  try {
    const { account, group, filter: filterId } = await createAudience(db, people);
    const mailing = (await findMailing(db, account, await createMailing(db, account, group)))!;
    const filter = (await findContactFilter(db, account, filterId))!;
    const columns = sql`account_id int8 not null, mailing_id int8 not null, contact_id int8 not null`;
    await sql`create table bare (${columns}, primary key (account_id, mailing_id, contact_id))`.execute(db);
    await sql`create table barest (${columns})`.execute(db);
    const seconds = async (tables: readonly string[], work: () => Promise<unknown>) => {
      await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
      await sql`checkpoint`.execute(db);
      const start = performance.now();
      await work();
      return (performance.now() - start) / 1000;
    };
    const insert = (table: string) => sql`
      insert into ${sql.table(table)} select account_id, ${mailing.id}::int8, id from contact where account_id = ${account} order by id`;
    const [subject, bare, barest] = (await takeTurns(rounds, [
      () =>
        seconds(['recipient', 'recipient_batch'], () =>
          db.transaction().execute((transaction) => freezeRecipients(transaction, mailing, filter, undefined)),
        ),
      () => seconds(['bare'], () => insert('bare').execute(db)),
      () => seconds(['barest'], () => insert('barest').execute(db)),
    ])) as [number[], number[], number[]];
    const detail =
      `${people} recipients in ${median(subject).toFixed(1)} s against ${median(bare).toFixed(1)} s; ` +
      `without any key ${median(barest).toFixed(1)} s, a ratio of ${medianRatio(subject, barest).toFixed(1)}`;
    return { name, ratio: medianRatio(subject, bare), target: { bound: 'at most', value: 2.5 }, detail };
  } finally {
    await close();
  }
}
