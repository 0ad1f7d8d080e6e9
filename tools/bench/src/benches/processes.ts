import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { listAccounts } from '../../../../packages/service/src/account/index.ts';
import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { findMailing } from '../../../../packages/service/src/mailings/store.ts';
import { queueSendout } from '../../../../packages/service/src/sending/sendouts/queue.ts';
import { startReplica } from '../../../../packages/service/test/support/replica.ts';
import { type Figure, median, medianRatio, takeTurns } from '../bench.ts';
import type { BenchDatabase } from '../load/databases.ts';
import { startPostgres } from '../load/postgres.ts';
import { type Call, callsPerSecond } from '../load/requests.ts';
import { freshDirectory, key, type RunningService, startService } from '../load/service.ts';
import { createAudience, createMailing } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';

const entry = fileURLToPath(new URL('../../../../packages/service/src/cli/main.ts', import.meta.url));
const rounds = 3;
const people = Number(process.env.BENCH_PEOPLE ?? 4000);
const counts = [1, 2, 4];
/** To the mail server, of all workers together; and to the services. */
const connections = 20;
const milliseconds = 2500;
const headers = { authorization: `Bearer ${key}` };

/** Rates of one, two and four processes, in the same rounds. */
type Rates = number[][];

/** One, two and four services on one PostgreSQL server, which are asked for a contact, and for a new one each time. */
export async function servicesBench(): Promise<Figure[]> {
  const { url, stop } = await startPostgres();
  const services: RunningService[] = [];
  try {
    for (let at = 0; at < Math.max(...counts); at++)
      services.push(await startService(['--database', url, '--no-worker']));
    const urlOf = ({ baseUrl }: RunningService, email: string) => `${baseUrl}/contacts/email/${email}`;
    const read = (service: RunningService): Call => ({
      url: `${urlOf(service, 'person-1@example.org')}?standard_field=FIRSTNAME`,
      headers,
    });
    let made = 0;
    const create = (service: RunningService): Call => ({
      url: `${urlOf(service, `person-${++made}@example.org`)}?permission=5`,
      headers: { ...headers, 'content-type': 'application/vnd.service.api+xml' },
      body: '<contact><standard_fields><field><name>FIRSTNAME</name><value>Ada</value></field></standard_fields></contact>',
    });
    // Those that are not asked wait, which costs nothing.
    const ask = (next: (service: RunningService) => Call) => async (count: number) => {
      const asked = services.slice(0, count).map((service) => {
        return callsPerSecond({ connections: connections / count, milliseconds }, () => next(service));
      });
      return (await Promise.all(asked)).reduce((sum, rate) => sum + rate, 0);
    };
    const creating = await measure(ask(create));
    const reading = await measure(ask(read));
    tell('API processes', ['Contacts read per second', 'Contacts created per second'], [reading, creating]);
    return [
      ...figuresOf('services, reading', 'requests/s', reading),
      ...figuresOf('services, creating', 'requests/s', creating),
    ];
  } finally {
    for (const service of services) await service.stop();
    await stop();
  }
}

/**
 * One, two and four processes of workers on one PostgreSQL server that share a sendout; and a sendout while reports are asked
 * for, of the same server or of a replica.
 */
export async function sharedSendoutBench(): Promise<Figure[]> {
  const { url, stop } = await startPostgres();
  const sink = await startSink();
  const { kysely, close } = await openServiceDatabase({ databaseUrl: url });
  try {
    const service = await startService(['--database', url, '--no-worker']);
    const [account] = await listAccounts(kysely);
    const place = { url, sink: sink.url, db: kysely, ...(await createAudience(kysely, people, account!.id)) };
    const rates = await measure((count) => sendWith(count, place));
    tell('Workers', ['Mails per second'], [rates]);
    const figures = [...figuresOf('workers', 'mails/s', rates), ...(await withReports(place, service))];
    await service.stop();
    return figures;
  } finally {
    await close();
    await sink.stop();
    await stop();
  }
}

/** What reports cost a sendout, and what they get, when a replica answers them in place of the primary. */
async function withReports(place: Place, primary: RunningService): Promise<Figure[]> {
  const copy = await startReplica(place.url);
  const standby = await startService(['--database', copy.url, '--no-worker']);
  try {
    const sendoutMeanwhile = async ({ baseUrl }: RunningService) => {
      let over = false;
      const asking = reportsUntil(() => over, baseUrl);
      const mails = await sendWith(1, place).finally(() => {
        over = true;
      });
      return { mails, reports: await asking };
    };
    const [own, others] = await takeTurns(1, [() => sendoutMeanwhile(primary), () => sendoutMeanwhile(standby)]);
    const of = (name: 'mails' | 'reports', unit: string): Figure => {
      const [subject, baseline] = [others!.map((rate) => rate[name]), own!.map((rate) => rate[name])];
      const detail = `${median(subject).toFixed(0)} ${unit} against ${median(baseline).toFixed(0)} of the primary`;
      return { name: `replica for reports: ${name}`, ratio: medianRatio(subject, baseline), target: null, detail };
    };
    tellRow('Reports come from', ['Mails per second', 'Pages per second'], true);
    for (const [who, [rate]] of [['the primary', own!] as const, ['a replica', others!] as const])
      tellRow(who, [rate!.mails.toFixed(0), rate!.reports.toFixed(0)]);
    return [of('mails', 'mails/s'), of('reports', 'pages/s')];
  } finally {
    await standby.stop();
    await copy.stop();
  }
}

/** Pages of a report a second, over four connections, until something is over. */
async function reportsUntil(isOver: () => boolean, baseUrl: string): Promise<number> {
  const rates: number[] = [];
  const url = `${baseUrl}/reports/recipients?page_index=1&page_size=100`;
  while (!isOver()) rates.push(await callsPerSecond({ connections: 4, milliseconds: 500 }, () => ({ url, headers })));
  return median(rates);
}

/** Measures each number of processes in turn. */
function measure(rateOf: (count: number) => Promise<number>): Promise<Rates> {
  return takeTurns(
    rounds,
    counts.map((count) => () => rateOf(count)),
  );
}

/** Compares with one process. */
function figuresOf(name: string, unit: string, rates: Rates): Figure[] {
  return rates.slice(1).map((some, at) => {
    const detail = `${median(some).toFixed(0)} ${unit} against ${median(rates[0]!).toFixed(0)}`;
    return { name: `${counts[at + 1]} ${name}`, ratio: medianRatio(some, rates[0]!), target: null, detail };
  });
}

/** The rows of a table in docs/guides/scale.md: rates, and what they are of that of one process. */
function tell(what: string, titles: string[], columns: Rates[]): void {
  tellRow(what, titles, true);
  for (const [at, count] of counts.entries()) {
    const cells = columns.map((rates) => {
      const ratio = at === 0 ? '' : ` (${medianRatio(rates[at]!, rates[0]!).toFixed(2)})`;
      return `${median(rates[at]!).toFixed(0)}${ratio}`;
    });
    tellRow(String(count), cells);
  }
}

function tellRow(first: string, cells: readonly string[], isHead = false): void {
  const line = (texts: readonly string[]) => console.error(`| ${texts.join(' | ')} |`);
  line([first, ...cells]);
  if (isHead) line([first, ...cells].map((cell) => '-'.repeat(cell.length)));
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
    await queueSendout(db, (await findMailing(db, account, id))!, 'user', null);
    for (;;) {
      const { rows } = await sql<{ sent: number; seconds: number; recipients: number | null }>`
        select count(*) as sent, extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds, (
          select recipients from sendout where account_id = ${account} and mailing_id = ${id}) as recipients
        from delivery where account_id = ${account} and mailing_id = ${id}`.execute(db);
      const [{ sent, seconds, recipients }] = rows as [(typeof rows)[number]];
      if (sent === recipients) return sent / seconds;
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
