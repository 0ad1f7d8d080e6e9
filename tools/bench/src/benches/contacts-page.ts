import { Agent } from 'node:https';
import { sql } from 'kysely';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { createDemoAccount } from '../../../../packages/service/src/app/demo-account.ts';
import type { DatabaseConfig } from '../../../../packages/service/src/platform/database/open.ts';
import type { Db } from '../../../../packages/service/src/platform/database/schema.ts';
import { alternate, type Figure } from '../bench.ts';
import { startPostgres } from '../load/postgres.ts';
import { fetchOnce } from '../load/requests.ts';
import { freshDirectory, key, startService } from '../load/service.ts';

const count = 1_000_000;
const rounds = 7;

/** Page 5,000 of a million contacts against page 1, both of 100 contacts with two fields. */
export async function contactsPageBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  try {
    await fill({ databaseUrl: postgres.url });
    const server = await measure('contacts-page server', ['--database', postgres.url], freshDirectory());
    const dataDir = freshDirectory(); // the service removes it when it stops
    await fill({ dataDir });
    return [server, await measure('contacts-page embedded', [], dataDir)];
  } finally {
    await postgres.stop();
  }
}

async function fill(config: DatabaseConfig): Promise<void> {
  const { kysely, close } = await openServiceDatabase(config);
  await createDemoAccount(kysely, key);
  for (let start = 0; start < count; start += 50_000) await insertMany(kysely, start);
  await sql`vacuum analyze contact`.execute(kysely);
  await close();
}

async function insertMany(db: Db, start: number): Promise<void> {
  await sql`
    insert into contact (account_id, email, email_folded, permission, standard_fields)
    select (select min(id) from account), address, address, 2, jsonb_build_object('FIRSTNAME', 'Ada', 'CITY', 'Rome')
    from (select 'reader' || n || '@example.org' as address from generate_series(${start}::int, ${start + 49_999}::int) n)
    as reader`.execute(db);
}

async function measure(name: string, options: string[], dataDir: string): Promise<Figure> {
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
      () => page(5000),
      () => page(1),
    );
    const detail = `page 5,000 in ${subject.toFixed(0)} ms against page 1 in ${baseline.toFixed(0)} ms, ${count} contacts`;
    return { name, ratio, target: { bound: 'at most', value: 3 }, detail };
  } finally {
    agent.destroy();
    await service.stop();
  }
}
