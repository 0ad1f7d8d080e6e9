import { Agent } from 'node:https';
import { sql } from 'kysely';
import pg from 'pg';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { createDemoAccount } from '../../../../packages/service/src/app/demo-account.ts';
import type { DatabaseConfig } from '../../../../packages/service/src/platform/database/open.ts';
import type { Db } from '../../../../packages/service/src/platform/database/schema.ts';
import { alternate, type Figure } from '../bench.ts';
import { startPostgres } from '../load/postgres.ts';
import { fetchOnce } from '../load/requests.ts';
import { freshDirectory, key, startService } from '../load/service.ts';

const count = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
const rounds = 7;
const atOnce = 50_000;
/** The page in the middle, 5,000 of a million contacts. */
const farPage = count / 200;

/**
 * The page in the middle of a million contacts against page 1, both of 100 contacts with two fields; and on a PostgreSQL
 * server, page 1 against the SQL that somebody would write for it by hand, without its total.
 */
export async function contactsPageBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  try {
    await fill({ databaseUrl: postgres.url });
    const server = await measure('contacts-page server', ['--database', postgres.url], freshDirectory(), postgres.url);
    const dataDir = freshDirectory(); // the service removes it when it stops
    await fill({ dataDir });
    return [...server, ...(await measure('contacts-page embedded', [], dataDir))];
  } finally {
    await postgres.stop();
  }
}

async function fill(config: DatabaseConfig): Promise<void> {
  const { kysely, close } = await openServiceDatabase(config);
  await createDemoAccount(kysely, key);
  for (let start = 0; start < count; start += atOnce) await insertMany(kysely, start);
  await sql`vacuum analyze contact`.execute(kysely);
  await close();
}

async function insertMany(db: Db, start: number): Promise<void> {
  await sql`
    insert into contact (account_id, email, email_folded, permission, standard_fields)
    select (select min(id) from account), address, address, 2, jsonb_build_object('FIRSTNAME', 'Ada', 'CITY', 'Rome')
    from (select 'reader' || n || '@example.org' as address from generate_series(${start}::int, ${start + atOnce - 1}::int) n)
    as reader`.execute(db);
}

async function measure(name: string, options: string[], dataDir: string, databaseUrl?: string): Promise<Figure[]> {
  const service = await startService(options, dataDir);
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const page = async (index: number) => {
    const started = performance.now();
    const path = `/contacts?page_size=100&page_index=${index}&standard_field=FIRSTNAME&standard_field=CITY`;
    await fetchOnce(service.baseUrl + path, { authorization: `Bearer ${service.key}` }, agent);
    return performance.now() - started;
  };
  try {
    const { subject, baseline, ratio } = await alternate(
      rounds,
      () => page(farPage),
      () => page(1),
    );
    const detail = `page ${farPage} in ${subject.toFixed(1)} ms against page 1 in ${baseline.toFixed(1)} ms, ${count} contacts`;
    const far: Figure = { name, ratio, target: { bound: 'at most', value: 3 }, detail };
    return databaseUrl === undefined ? [far] : [far, await againstSql(`${name} (against its SQL)`, page, databaseUrl)];
  } finally {
    agent.destroy();
    await service.stop();
  }
}

/** Page 1 against its statement by hand, over a connection of its own. */
async function againstSql(
  name: string,
  page: (index: number) => Promise<number>,
  databaseUrl: string,
): Promise<Figure> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const byHand = async () => {
    const started = performance.now();
    await client.query(`
      select id, email, external_id, permission, anonymous, created_at, updated_at, standard_fields from contact
      where account_id = (select min(id) from account) order by id limit 100`);
    return performance.now() - started;
  };
  try {
    const { subject, baseline, ratio } = await alternate(rounds, () => page(1), byHand);
    return { name, ratio, target: null, detail: `${subject.toFixed(1)} ms against ${baseline.toFixed(1)} ms` };
  } finally {
    await client.end();
  }
}
