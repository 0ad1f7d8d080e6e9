import { type Figure, median } from '../bench.ts';
import {
  bodiesContest,
  type Contest,
  checksContest,
  liquidContest,
  requestsContest,
  sendoutsContest,
} from '../fairness/contests.ts';
import { fetchesContest } from '../fairness/fetches.ts';
import { startParties } from '../fairness/parties.ts';
import { startPostgres } from '../load/postgres.ts';

/** Until there are so many, and for so long: attacks take a while to reach their worst. */
const samples = 10;
const seconds = 4;

/** How much longer an account waits for each shared resource while another account tries to keep that one busy. */
export async function fairnessBench(): Promise<Figure[]> {
  const postgres = await startPostgres();
  try {
    return [
      ...(await measureAll('embedded', [])),
      ...(await measureAll('PostgreSQL', ['--database', postgres.url])),
      await measureFetches(),
    ];
  } finally {
    await postgres.stop();
  }
}

async function measureAll(name: string, database: readonly string[]): Promise<Figure[]> {
  const parties = await startParties({ attacker: 20_000, victim: 300 }, { database });
  try {
    const contests = [
      requestsContest(parties),
      bodiesContest(parties),
      await liquidContest(parties),
      await checksContest(parties),
      sendoutsContest(parties),
    ];
    const figures: Figure[] = [];
    for (const contest of contests) figures.push(await measure(name, contest));
    return figures;
  } finally {
    await parties.stop();
  }
}

async function measureFetches(): Promise<Figure> {
  const contest = await fetchesContest();
  try {
    return await measure('any database', contest);
  } finally {
    await contest.stop();
  }
}

async function measure(database: string, { name, victim, attack }: Contest): Promise<Figure> {
  await victim();
  const alone = await waits(victim);
  const end = await attack();
  const beside = await waits(victim);
  await end();
  return {
    name: `fairness, ${database}: ${name}`,
    ratio: median(beside) / median(alone),
    target: { bound: 'at most', value: 2 },
    detail: `${median(beside).toFixed(1)} ms against ${median(alone).toFixed(1)} alone, at most ${Math.max(...beside).toFixed(1)}`,
  };
}

async function waits(work: () => Promise<number>): Promise<number[]> {
  const millis: number[] = [];
  const end = performance.now() + 1000 * seconds;
  while (millis.length < samples || performance.now() < end) millis.push(await work());
  return millis;
}
