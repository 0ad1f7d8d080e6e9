import { Worker } from 'node:worker_threads';
import type { Figure } from '../bench.ts';
import type { Party } from '../fairness/parties.ts';
import { startParties } from '../fairness/parties.ts';
import { forgetPeak, watchPeak } from '../load/memory.ts';
import { startPostgres } from '../load/postgres.ts';
import { type Flood, freePort } from '../sending/flood.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 20_000);
const connections = 20;

/** A sendout while hostile mails of the allowed size come to one of its return paths, against the same sendout without these. */
export async function bounceFloodBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  try {
    const embedded = await measure('embedded', []);
    return [...embedded, ...(await measure('PostgreSQL', ['--database', postgres.url]))];
  } finally {
    await postgres.stop();
  }
}

async function measure(name: string, database: string[]): Promise<Figure[]> {
  const port = await freePort();
  const bounces = ['--bounce-domain', 'bounces.example.com', '--bounce-port', `${port}`];
  const parties = await startParties({ attacker: 1, victim: people }, { database, options: bounces });
  try {
    await sendOut(parties.victim);
    const alone = await sendOut(parties.victim);
    forgetPeak(parties.pid);
    const peak = watchPeak(parties.pid);
    const flood = startFlood({ port, returnPath: parties.returnPath()!, connections });
    await flood.begun;
    const beside = await sendOut(parties.victim);
    const mails = await flood.end();
    const megabytes = peak();
    return [
      {
        name: `bounce-flood, ${name}: sendout`,
        ratio: alone / beside,
        target: { bound: 'at least', value: 0.7 },
        detail: `${people} mails in ${beside.toFixed(1)} s against ${alone.toFixed(1)} s alone; ${mails} hostile mails were refused`,
      },
      {
        name: `bounce-flood, ${name}: memory`,
        ratio: megabytes / 600,
        target: { bound: 'at most', value: 1 },
        detail: `${megabytes.toFixed(0)} MB of 600`,
      },
    ];
  } finally {
    await parties.stop();
  }
}

function startFlood(flood: Flood) {
  const thread = new Worker(new URL('../sending/flood.ts', import.meta.url), { workerData: flood });
  let refused = 0;
  const begun = new Promise<void>((resolve) => {
    thread.on('message', (count: number) => {
      refused = count;
      resolve();
    });
  });
  const end = async () => {
    await thread.terminate();
    return refused;
  };
  return { begun, end };
}

async function sendOut({ client, newMailing }: Party): Promise<number> {
  const mailingid = await newMailing(`<p>${'Spring has come. '.repeat(300)}</p>`);
  const started = performance.now();
  await client.mailings.sendNow({ mailingid }).orThrow();
  while ((await client.mailings.getState({ mailingid }).orThrow()) !== 'done')
    await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - started) / 1000;
}
