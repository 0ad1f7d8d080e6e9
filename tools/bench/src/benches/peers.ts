import { sql } from 'kysely';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { createDemoAccount } from '../../../../packages/service/src/app/demo-account.ts';
import { alternate, type Figure, medianRatio, takeTurns } from '../bench.ts';
import { cpuMillis, serverMillis } from '../capacity/spent.ts';
import { type Bare, startBare } from '../load/bare.ts';
import type { BenchDatabase } from '../load/databases.ts';
import { startPostgres } from '../load/postgres.ts';
import { requestsPerSecond } from '../load/requests.ts';
import { freshDirectory, key, type RunningService, startService } from '../load/service.ts';
import { postTogether } from '../sending/post-together.ts';
import { startSink } from '../sending/start-sink.ts';

const rounds = 5;
const contacts = 100_000;
const mails = Number(process.env.BENCH_MAILS ?? 1000);
const clients = 8;

/**
 * What other programs for newsletters are measured by, against what they cannot do without: transactional mail of eight clients against
 * node:https with nodemailer's pool, and pages of 100,000 contacts against node:https with their SQL. On PostgreSQL, with its processor
 * time. A sendout against a raw pool is `npm run bench -- sendout`. The programs themselves are compared in docs/comparison.md.
 */
export async function peersBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const sink = await startSink();
  const { kysely, close } = await openServiceDatabase({ databaseUrl: postgres.url });
  await fill(kysely);
  const service = await startService(
    ['--database', postgres.url, '--smtp', `${sink.url}?maxConnections=20`],
    freshDirectory(),
  );
  const mailer = await startBare(new URL('../load/bare-mailer.ts', import.meta.url), service.dataDir, [sink.url]);
  const pages = await startBare(new URL('../load/bare-contacts.ts', import.meta.url), service.dataDir, [postgres.url]);
  try {
    return [
      ...(await mailFigures(kysely, service, mailer)),
      await pageFigure('1', service, pages),
      await pageFigure('995', service, pages),
    ];
  } finally {
    mailer.stop();
    pages.stop();
    await service.stop();
    await close();
    await sink.stop();
    await postgres.stop();
  }
}

async function fill(db: BenchDatabase['kysely']): Promise<void> {
  await createDemoAccount(db, key);
  await sql`
    insert into contact (account_id, email, email_folded, permission, standard_fields)
    select 1, address, address, 2, jsonb_build_object('FIRSTNAME', 'Ada', 'CITY', 'Rome')
    from (select 'reader' || n || '@example.org' as address from generate_series(1, ${contacts}::int) n) as reader`.execute(
    db,
  );
  await sql`vacuum analyze contact`.execute(db);
}

/** Accepted mails a second, and processor time until all are handed over, of both in turn. */
async function mailFigures(db: BenchDatabase['kysely'], service: RunningService, bare: Bare): Promise<Figure[]> {
  const ours = async () => {
    const before = cpuMillis(service.pid) + (await serverMillis(db));
    const perSecond = await postTogether(`${service.baseUrl}/transactional-mails`, {
      clients,
      mails,
      key: service.key,
    });
    await untilSent(db);
    return { perSecond, millis: (cpuMillis(service.pid) + (await serverMillis(db)) - before) / mails };
  };
  const theirs = async () => {
    const before = cpuMillis(bare.pid);
    const perSecond = await postTogether(bare.url, { clients, mails, key: service.key });
    return { perSecond, millis: (cpuMillis(bare.pid) - before) / mails };
  };
  const [subject, baseline] = await takeTurns(rounds, [ours, theirs]);
  const figure = (name: string, of: 'perSecond' | 'millis', unit: string): Figure => {
    const [mine, other] = [subject!.map((each) => each[of]), baseline!.map((each) => each[of])];
    return {
      name: `peers: transactional mail, ${name}`,
      ratio: medianRatio(mine, other),
      target: null,
      detail: `${range(mine)} ${unit} against ${range(other)} of node:https with a pool`,
    };
  };
  return [figure('accepted from 8 clients', 'perSecond', 'a second'), figure('processor time', 'millis', 'ms a mail')];
}

const range = (values: readonly number[]) => `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;

/** Waits until no mail is left to hand over, and asks seldom enough to cost nothing. */
async function untilSent(db: BenchDatabase['kysely']): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from recipient_batch`.execute(db);
    if (rows[0]!.left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function pageFigure(page: string, service: RunningService, bare: Bare): Promise<Figure> {
  const load = { connections: 4, milliseconds: 1500 };
  const fields = 'standard_field=FIRSTNAME&standard_field=CITY';
  const ours = `${service.baseUrl}/contacts?page_size=100&page_index=${page}&${fields}`;
  const { subject, baseline, ratio } = await alternate(
    rounds,
    () => requestsPerSecond({ ...load, url: ours, headers: { authorization: `Bearer ${service.key}` } }),
    () => requestsPerSecond({ ...load, url: `${bare.url}?page=${page}`, headers: {} }),
  );
  const detail = `${subject.toFixed(0)} a second against ${baseline.toFixed(0)} of node:https with the same SQL`;
  return { name: `peers: page ${page} of ${contacts} contacts`, ratio, target: null, detail };
}
