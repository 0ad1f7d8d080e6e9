import { cpSync, rmSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { createDemoAccount } from '../../../../packages/service/src/app/demo-account.ts';
import type { DatabaseConfig } from '../../../../packages/service/src/platform/database/open.ts';
import { alternate, type Figure } from '../bench.ts';
import { startBare } from '../load/bare.ts';
import { startPostgres } from '../load/postgres.ts';
import { fetchOnce, requestsPerSecond } from '../load/requests.ts';
import { freshDirectory, key, startService } from '../load/service.ts';

const bareServer = new URL('../load/bare-mailings.ts', import.meta.url);
const list =
  '/mailings/filter/states?states=draft&fields=name&fields=state&fields=type&fields=scheduleTime&page_size=100';
const rounds = 5;
const load = { connections: 4, milliseconds: 2000 };
/** With few mailings it is seen what the service adds to the database, with many what the database takes. */
const sizes = [1_000, 1_000_000];

/**
 * `filter/states` with 100 items of four fields against a bare node:https server with the same SQL, the same database and
 * JSON.stringify, with a thousand and a million mailings; and page 5,000 against page 1.
 */
export async function mailingsPageBench(): Promise<Figure[]> {
  return [...(await onServer()), ...(await onEmbedded())];
}

async function onServer(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const config = { databaseUrl: postgres.url };
  try {
    return await inSizes(async (size) => {
      await fill(config, size);
      return measure('server', size, 0.7, ['--database', postgres.url], freshDirectory(), () => config);
    });
  } finally {
    await postgres.stop();
  }
}

async function onEmbedded(): Promise<Figure[]> {
  return inSizes(async (size) => {
    const dataDir = freshDirectory(); // the service removes it when it stops
    await fill({ dataDir }, size);
    const copy = join(freshDirectory(), 'copy'); // one process at a time opens a directory
    cpSync(dataDir, copy, { recursive: true });
    try {
      return await measure('embedded', size, 0.5, [], dataDir, () => ({ dataDir: copy }));
    } finally {
      rmSync(join(copy, '..'), { recursive: true, force: true });
    }
  });
}

async function inSizes(measureOne: (size: number) => Promise<Figure[]>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) figures.push(...(await measureOne(size)));
  return figures;
}

/** So many mailings of the demo account, of which half are drafts. */
async function fill(config: DatabaseConfig, size: number): Promise<void> {
  const { kysely, close } = await openServiceDatabase(config);
  const { there } = await kysely
    .selectFrom('mailing')
    .select(({ fn }) => fn.countAll<number>().as('there'))
    .executeTakeFirstOrThrow();
  if (there === 0) await createDemoAccount(kysely, key);
  for (let start = there; start < size; start += 50_000) {
    const end = Math.min(start + 50_000, size);
    await sql`
      insert into mailing (account_id, name, name_folded, creator_name, creator_folded, state)
      select 1, 'Mailing ' || n, 'mailing ' || n, 'bench', 'bench', (array['draft', 'done'])[1 + n % 2]
      from generate_series(${start}::int, ${end - 1}::int) as n`.execute(kysely);
  }
  await sql`vacuum analyze mailing`.execute(kysely);
  await close();
}

async function measure(
  kind: string,
  size: number,
  target: number,
  options: string[],
  dataDir: string,
  bareConfig: () => DatabaseConfig,
): Promise<Figure[]> {
  const service = await startService(options, dataDir);
  const bare = await startBare(bareServer, service.dataDir, [JSON.stringify(bareConfig())]);
  const headers = { authorization: `Bearer ${service.key}` };
  const isFull = size === sizes.at(-1);
  const name = `mailings-page ${kind}`;
  try {
    const { subject, baseline, ratio } = await alternate(
      rounds,
      () => requestsPerSecond({ ...load, headers, url: service.baseUrl + list }),
      () => requestsPerSecond({ ...load, headers: {}, url: bare.url }),
    );
    const detail = `${subject.toFixed(1)} requests/s against ${baseline.toFixed(1)}, ${size} mailings`;
    const figure: Figure = { name, ratio, target: isFull ? { bound: 'at least', value: target } : null, detail };
    return isFull ? [figure, await lastAgainstFirst(name, service.baseUrl + list, headers)] : [figure];
  } finally {
    bare.stop();
    await service.stop();
  }
}

/** Milliseconds for page 5,000 against those for page 1. */
async function lastAgainstFirst(name: string, url: string, headers: Record<string, string>): Promise<Figure> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const page = async (index: number) => {
    const started = performance.now();
    await fetchOnce(`${url}&page_index=${index}`, headers, agent);
    return performance.now() - started;
  };
  const { subject, baseline, ratio } = await alternate(
    2 * rounds,
    () => page(5000),
    () => page(1),
  );
  agent.destroy();
  const detail = `page 5,000 in ${subject.toFixed(0)} ms against page 1 in ${baseline.toFixed(0)} ms`;
  return { name: `${name} 5000`, ratio, target: { bound: 'at most', value: 3 }, detail };
}
