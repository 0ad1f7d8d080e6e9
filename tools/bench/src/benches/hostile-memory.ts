import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { signed } from '../../../../packages/service/src/administration/moving/signature.ts';
import { type Figure, median } from '../bench.ts';
import { timed } from '../fairness/contests.ts';
import { startParties } from '../fairness/parties.ts';
import { type Attacker, kinds } from '../hostile/attacker.ts';
import { forgetPeak, peakMegabytes, watchPeak } from '../load/memory.ts';
import { freshDirectory } from '../load/service.ts';

const entry = fileURLToPath(new URL('../../../../packages/service/src/cli/main.ts', import.meta.url));
const seconds = 15;
const pauseMillis = 20;
/** Hostile requests at once. */
const together = 48;
const mostMegabytes = 600;
const mostMillis = 200;

/**
 * Memory of the service, and how long another account waits, while uploads of the console, workbooks, account files and MJML of the
 * worst kinds come at once (embedded database, Linux).
 */
export async function hostileMemoryBench(): Promise<Figure[]> {
  const files = freshDirectory();
  const moveKey = 'a key that both installations know, for the benchmark';
  writeFileSync(join(files, 'move.key'), moveKey, { mode: 0o600 });
  const options = ['--move-key-file', join(files, 'move.key'), '--operator-files', files];
  const parties = await startParties({ attacker: 1, victim: 1 }, { options });
  try {
    const { attacker, victim } = parties;
    const { baseUrl, key, certificate } = attacker.credentials;
    const given = {
      origin: new URL(baseUrl).origin,
      key,
      operatorKey: await createOperatorKey(join(certificate, '../..')),
      mailingId: await attacker.newMailing('<p>News</p>'),
      accountFile: await writeAccountFile(join(files, 'bomb.account.gz'), moveKey),
    };
    const ask = () => timed(() => victim.client.contacts.getByEmail({ email: 'p0@example.com' }).orThrow());
    const alone = await waitsOf(ask, 3);
    const figures: Figure[] = [];
    for (const chosen of [...kinds.map((kind) => [kind]), kinds]) {
      const attack = { ...given, kinds: chosen, atOnce: together / chosen.length };
      figures.push(...(await measure(chosen.join(', '), parties.pid, attack, ask, alone)));
    }
    return figures;
  } finally {
    await parties.stop();
  }
}

async function measure(
  name: string,
  pid: number,
  attacker: Attacker,
  ask: () => Promise<number>,
  alone: readonly number[],
): Promise<Figure[]> {
  forgetPeak(pid);
  const before = peakMegabytes(pid);
  const peak = watchPeak(pid);
  const worker = new Worker(new URL('../hostile/requests.ts', import.meta.url), { workerData: attacker });
  let statuses: unknown;
  worker.on('message', (told) => {
    statuses = told;
  });
  await once(worker, 'message');
  const beside = await waitsOf(ask, seconds);
  await worker.terminate();
  const megabytes = peak();
  const longest = Math.max(...beside);
  return [
    {
      name: `hostile-memory, ${name}: memory`,
      ratio: megabytes / mostMegabytes,
      target: { bound: 'at most', value: 1 },
      detail: `${megabytes.toFixed(0)} MB of ${mostMegabytes}, ${before.toFixed(0)} before; answers: ${JSON.stringify(statuses)}`,
    },
    {
      name: `hostile-memory, ${name}: wait of others`,
      ratio: longest / mostMillis,
      target: { bound: 'at most', value: 1 },
      detail: `at most ${longest.toFixed(0)} ms of ${mostMillis}, mostly ${median(beside).toFixed(0)} (alone ${Math.max(...alone).toFixed(0)} and ${median(alone).toFixed(0)})`,
    },
  ];
}

async function waitsOf(ask: () => Promise<number>, forSeconds: number): Promise<number[]> {
  const waits: number[] = [];
  const end = performance.now() + 1000 * forSeconds;
  while (performance.now() < end) {
    waits.push(await ask());
    await setTimeout(pauseMillis);
  }
  return waits;
}

async function createOperatorKey(dataDir: string): Promise<string> {
  const args = [entry, 'operator-keys', 'create', '--rights', 'get,post', '--data', dataDir, '--json'];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout).key;
}

/** A file that is signed by an installation that knows the key, and unpacks to one line of 100 times its size. */
async function writeAccountFile(path: string, key: string): Promise<string> {
  const { gzipSync } = await import('node:zlib');
  const bytes: Buffer[] = [];
  for await (const chunk of signed(Readable.from([gzipSync(Buffer.alloc(100_000_000, 'x'))]), key)) bytes.push(chunk);
  writeFileSync(path, Buffer.concat(bytes));
  return path;
}
