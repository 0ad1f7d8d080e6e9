import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import type { Figure } from '../bench.ts';
import { forgetPeak, peakMegabytes } from '../load/memory.ts';
import { startPostgres } from '../load/postgres.ts';
import { createAudience, createMailing, endSendout, prepareSendout } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';
import { startWorker } from '../sending/start-worker.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 1_000_000);
const intervalMillis = 500;

/**
 * The memory of a worker in a sendout: its peak in the last quarter of the time against that in the second one, when it has all
 * that it works with. `BENCH_PEOPLE` says how many mails there are.
 */
export async function sendoutMemoryBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const sink = await startSink();
  const { kysely, close } = await openServiceDatabase({ databaseUrl: postgres.url });
  const worker = await startWorker(postgres.url, `${sink.url}?maxConnections=20`);
  try {
    const { account, group } = await createAudience(kysely, people);
    const mailing = await createMailing(kysely, account, group);
    await prepareSendout(kysely, account, mailing);
    const peaks: number[] = [];
    const timer = setInterval(() => {
      peaks.push(peakMegabytes(worker.pid));
      forgetPeak(worker.pid);
    }, intervalMillis);
    await worker.work();
    clearInterval(timer);
    await endSendout(kysely, account, mailing);
    const quarter = (number: number) =>
      Math.max(...peaks.slice((number * peaks.length) / 4, ((number + 1) * peaks.length) / 4));
    const all = [0, 1, 2, 3].map((number) => quarter(number));
    const detail = `${people} mails, peaks of the quarters ${all.map((peak) => peak.toFixed(0)).join(', ')} MB`;
    return [{ name: 'sendout-memory', ratio: all[3]! / all[1]!, target: { bound: 'at most', value: 1.15 }, detail }];
  } finally {
    await worker.stop();
    await close();
    await sink.stop();
    await postgres.stop();
  }
}
