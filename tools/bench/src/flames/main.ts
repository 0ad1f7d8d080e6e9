import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { smtpTransport } from '../../../../packages/service/src/sending/smtp/transport.ts';
import { createMailings, list } from '../benches/list-mailings.ts';
import { openServerDatabase } from '../load/databases.ts';
import { requestsPerSecond } from '../load/requests.ts';
import { startService } from '../load/service.ts';
import { createAudience, createMailing, sendOut } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';
import { drawFlames } from './draw.ts';
import { type CpuProfile, type Frame, fold } from './fold.ts';

const help = `npm run flame-graphs [-- NAME … --out DIRECTORY]

Draws where the main thread of a process spends its time, as SVG: sendout (a worker on PostgreSQL), list (a page of 100
mailings over HTTPS, embedded database) and start (serve from the sources until it answers). Default: all, in docs/performance.

  npm run flame-graphs -- list --out /tmp
`;

const profiles: Record<string, { title: string; take: () => Promise<Frame> }> = {
  sendout: { title: 'A worker that sends, on PostgreSQL', take: profileSendout },
  list: { title: 'A service that answers pages of 100 mailings', take: profileList },
  start: { title: 'The start of a service from its sources', take: () => profileService(async () => undefined) },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(import.meta.dirname, '../../../../docs/performance') },
    help: { type: 'boolean' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(profiles, name));
if (values.help) console.log(help);
else if (unknown.length > 0) {
  console.error(`There is no flame graph ${unknown.join(', ')}; there are ${Object.keys(profiles).join(', ')}.`);
  process.exit(1);
} else {
  for (const name of positionals.length > 0 ? positionals : Object.keys(profiles)) {
    console.error(`${name} …`);
    const { title, take } = profiles[name]!;
    const file = join(resolve(values.out), `${name}.svg`);
    writeFileSync(file, drawFlames(title, await take()));
    console.log(`${file}: ${Math.round(statSync(file).size / 1000)} kB`);
  }
  // Threads of the transport would keep it running.
  process.exit(0);
}

async function profileSendout(): Promise<Frame> {
  const { kysely, close } = await openServerDatabase();
  const sink = await startSink();
  const session = new Session();
  session.connect();
  try {
    const { account, group } = await createAudience(kysely, 20_000);
    const transport = smtpTransport(`${sink.url}?maxConnections=20`);
    // The first one is compiled.
    await sendOut(kysely, account, await createMailing(kysely, account, group), transport);
    const mailing = await createMailing(kysely, account, group);
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 500 });
    await session.post('Profiler.start');
    await sendOut(kysely, account, mailing, transport);
    const { profile } = await session.post('Profiler.stop');
    return fold(profile as CpuProfile);
  } finally {
    session.disconnect();
    await sink.stop();
    await close();
  }
}

async function profileList(): Promise<Frame> {
  return profileService(async ({ baseUrl, key }) => {
    const headers = { authorization: `Bearer ${key}` };
    await createMailings({ baseUrl }, headers, 100);
    const load = () => requestsPerSecond({ headers, connections: 16, milliseconds: 8000, url: baseUrl + list });
    await load();
    const warm = performance.now();
    await load();
    return warm;
  });
}

/** The life of a service, from the moment on that its work returns; the whole, if it returns none. */
async function profileService(
  work: (service: { baseUrl: string; key: string }) => Promise<number | undefined>,
): Promise<Frame> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-profile-'));
  process.env.NODE_OPTIONS = `--cpu-prof --cpu-prof-dir=${directory}`;
  try {
    const began = performance.now();
    const service = await startService();
    const since = await work(service);
    await service.stop();
    const files = readdirSync(directory).map((name) => join(directory, name));
    // Threads have profiles of their own.
    const [largest] = files.sort((a, b) => statSync(b).size - statSync(a).size);
    const profile = JSON.parse(readFileSync(largest!, 'utf8')) as CpuProfile;
    return fold(profile, since === undefined ? 0 : 1000 * (since - began));
  } finally {
    delete process.env.NODE_OPTIONS;
    rmSync(directory, { recursive: true, force: true });
  }
}
