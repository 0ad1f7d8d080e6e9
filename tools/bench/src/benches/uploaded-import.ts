import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { alternate, type Figure } from '../bench.ts';
import { cpuMillis } from '../capacity/spent.ts';
import { copyIntoServer, insertIntoEmbedded } from '../contacts/bare.ts';
import { csvOf, people } from '../contacts/people.ts';
import { forgetPeak, peakMegabytes } from '../load/memory.ts';
import { startPostgres } from '../load/postgres.ts';
import { type RunningService, startService } from '../load/service.ts';

/** Fewer on a busy machine: a file must be read within 30 seconds. */
const count = Number(process.env.BENCH_CONTACTS ?? 100_000);
const rounds = 3;

/** 100,000 new contacts by `POST /imports` into PostgreSQL, against COPY; and what memory that takes. */
export async function uploadedImportServerBench(): Promise<Figure[]> {
  const contacts = people(count);
  const postgres = await startPostgres();
  const client = new pg.Client(postgres.url);
  const service = await startService(['--database', postgres.url]);
  try {
    await client.connect();
    const { rows } = await client.query('select id from account');
    const emptied = async (load: () => Promise<number>) => {
      await client.query('truncate contact cascade');
      return count / (await load());
    };
    const upload = await uploadOf(service, csvOf(contacts));
    const turns = await alternate(
      rounds,
      () => emptied(upload.run),
      () => emptied(() => copyIntoServer(client, Number(rows[0].id), contacts)),
    );
    return figures('uploaded-import server', turns, upload, 'COPY', { rate: 0.3, megabytes: 250 });
  } finally {
    await client.end();
    await service.stop();
    await postgres.stop();
  }
}

/** The same into the embedded database, against bare inserts in batches. */
export async function uploadedImportEmbeddedBench(): Promise<Figure[]> {
  const contacts = people(count);
  const file = csvOf(contacts);
  const all: Upload[] = [];
  const turns = await alternate(
    rounds,
    async () => {
      const service = await startService();
      try {
        const upload = await uploadOf(service, file);
        all.push(upload);
        return count / (await upload.run());
      } finally {
        await service.stop();
      }
    },
    async () => count / (await insertIntoEmbedded(contacts)),
  );
  const worst = {
    peak: Math.max(...all.map(({ peak }) => peak)),
    cpuMillis: Math.min(...all.map(({ cpuMillis }) => cpuMillis)),
  };
  return figures('uploaded-import embedded', turns, worst, 'batch insert', { rate: 0.3, megabytes: 350 });
}

interface Upload {
  /** Resident megabytes of the service at most, of all runs. */
  peak: number;
  /** Milliseconds of the service on processors, of the run with the least. */
  cpuMillis: number;
}

/** Returns a function that uploads the file, starts the import, and returns the seconds until all is stored. */
async function uploadOf(
  { baseUrl, key, pid }: RunningService,
  file: string,
): Promise<Upload & { run(): Promise<number> }> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const call = async (method: string, path: string, type?: string, body?: string): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, ...(type !== undefined && { 'content-type': type }) };
    const sent = request(baseUrl + path, { method, agent, headers });
    sent.end(body);
    const [response] = await once(sent, 'response');
    const answer = await text(response);
    if (response.statusCode >= 300) throw new Error(`${method} ${path} was answered ${response.statusCode}: ${answer}`);
    return answer;
  };
  const fields = ['email', 'external_id', 'FIRSTNAME', 'LASTNAME', 'CITY'].map((field) => `<field>${field}</field>`);
  const settings = `<import_settings><fields>${fields.join('')}</fields><permission>2</permission></import_settings>`;
  const upload = {
    peak: 0,
    cpuMillis: Number.POSITIVE_INFINITY,
    async run() {
      forgetPeak(pid);
      const spent = cpuMillis(pid);
      const started = performance.now();
      const created = await call('POST', '/imports?name=readers.csv', 'application/octet-stream', file);
      const id = /<id>(\d+)<\/id>/.exec(created)![1];
      await call('POST', `/imports/${id}/start`, 'application/vnd.service.api+xml', settings);
      while (!(await call('GET', `/imports/${id}`)).includes('<state>done</state>')) await sleep(50);
      const seconds = (performance.now() - started) / 1000;
      upload.peak = Math.max(upload.peak, peakMegabytes(pid));
      upload.cpuMillis = Math.min(upload.cpuMillis, cpuMillis(pid) - spent);
      return seconds;
    },
  };
  return upload;
}

function figures(
  name: string,
  { subject, baseline, ratio }: Awaited<ReturnType<typeof alternate>>,
  { peak, cpuMillis }: Upload,
  bare: string,
  target: { rate: number; megabytes: number },
): Figure[] {
  const spent = `${(cpuMillis / 1000).toFixed(2)} s of processors`;
  return [
    {
      name,
      ratio,
      target: { bound: 'at least', value: target.rate },
      detail: `${subject.toFixed(0)} contacts/s (${spent}) against ${baseline.toFixed(0)} by bare ${bare}, ${count} new ones`,
    },
    {
      name: `${name} memory`,
      ratio: peak / target.megabytes,
      target: { bound: 'at most', value: 1 },
      detail: `at most ${peak.toFixed(0)} MB resident, of ${target.megabytes} MB`,
    },
  ];
}
