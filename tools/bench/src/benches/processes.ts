import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { findMailing } from '../../../../packages/service/src/mailings/store.ts';
import { openDatabase } from '../../../../packages/service/src/platform/database/open.ts';
import { queueSendout } from '../../../../packages/service/src/sending/sendouts/queue.ts';
import { type Figure, median, medianRatio, takeTurns } from '../bench.ts';
import type { BenchDatabase } from '../load/databases.ts';
import { startPostgres } from '../load/postgres.ts';
import { requestsPerSecond } from '../load/requests.ts';
import { freshDirectory, key, type RunningService, startService } from '../load/service.ts';
import { createAudience, createMailing } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';

const entry = fileURLToPath(new URL('../../../../packages/service/src/cli/main.ts', import.meta.url));
const rounds = 3;
const people = Number(process.env.BENCH_PEOPLE ?? 10_000);
const counts = [1, 2, 4];
/** To the mail server, of all workers together. */
const connections = 20;

/** One, two and four services on one PostgreSQL server that are asked for a list. */
export async function servicesBench(): Promise<Figure[]> {
  const { url, stop } = await startPostgres();
  try {
    return await compare('services', 'requests/s', (count) => askOf(count, url));
  } finally {
    await stop();
  }
}

/** One, two and four processes of workers on one PostgreSQL server that share a sendout. */
export async function sharedSendoutBench(): Promise<Figure[]> {
  const { url, stop } = await startPostgres();
  const sink = await startSink();
  const { kysely, close } = await openDatabase({ databaseUrl: url });
  try {
    const audience = await createAudience(kysely, people);
    return await compare('workers', 'mails/s', (count) =>
      sendWith(count, { url, sink: sink.url, db: kysely, ...audience }),
    );
  } finally {
    await close();
    await sink.stop();
    await stop();
  }
}

/** Measures each number of processes in turn, and compares with one. */
async function compare(name: string, unit: string, measure: (count: number) => Promise<number>): Promise<Figure[]> {
  const rates = await takeTurns(
    rounds,
    counts.map((count) => () => measure(count)),
  );
  return rates.slice(1).map((some, at) => {
    const detail = `${median(some).toFixed(0)} ${unit} against ${median(rates[0]!).toFixed(0)}`;
    return { name: `${counts[at + 1]} ${name}`, ratio: medianRatio(some, rates[0]!), target: null, detail };
  });
}

interface Place {
  url: string;
  sink: string;
  db: BenchDatabase['kysely'];
  account: number;
  group: number;
}

/** Mails a second from the first to the last. */
async function sendWith(count: number, { url, sink, db, account, group }: Place): Promise<number> {
  const smtp = `${sink}?maxConnections=${connections / count}`;
  const args = ['work', '--database', url, '--smtp', smtp, '--public-url', 'https://news.example.com'];
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(args)));
  try {
    const id = await createMailing(db, account, group);
    await queueSendout(db, (await findMailing(db, account, id))!, 'user');
    for (;;) {
      const { rows } = await sql<{ sent: number; seconds: number }>`
        select count(*) as sent, extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds
        from delivery where account_id = ${account} and mailing_id = ${id}`.execute(db);
      const [{ sent, seconds }] = rows as [{ sent: number; seconds: number }];
      if (sent === people) return people / seconds;
      await sql`select pg_sleep(0.2)`.execute(db);
    }
  } finally {
    await Promise.all(workers.map(stopWorker));
  }
}

async function startWorker(args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [entry, ...args, '--data', freshDirectory()], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await once(createInterface(child.stdout!), 'line');
  return child;
}

async function stopWorker(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Answers a second of several services together, asked over the same number of connections in all. */
async function askOf(count: number, url: string): Promise<number> {
  const more = ['--database', url, '--no-worker'];
  const services: RunningService[] = [];
  try {
    for (let at = 0; at < count; at++) services.push(await startService(more));
    const headers = { authorization: `Bearer ${key}` };
    const rates = services.map(({ baseUrl }) =>
      requestsPerSecond({
        url: `${baseUrl}/mailings/filter/states?fields=name&fields=state&page_size=100`,
        headers,
        connections: 16 / count,
        milliseconds: 3000,
      }),
    );
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
  } finally {
    for (const service of services) await service.stop();
  }
}
