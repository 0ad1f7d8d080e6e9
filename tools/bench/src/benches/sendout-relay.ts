import { createTransport } from 'nodemailer';
import { smtpTransport } from '../../../../packages/service/src/sending/smtp/transport.ts';
import { alternate, type Figure, median } from '../bench.ts';
import { serverMillis } from '../capacity/spent.ts';
import { type BenchDatabase, openServerDatabase } from '../load/databases.ts';
import { keepingFirst } from '../sending/keeping-first.ts';
import { createAudience, createMailing, sendOut } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';

const rounds = 2;
const connections = 20;

/** Milliseconds that a relay takes for each mail, the mails of one sendout, and what the ratio should be at least. */
const relays = [
  { millis: 0, people: 4000, value: 0.6 },
  { millis: 5, people: 3000, value: 0.9 },
  { millis: 20, people: 2000, value: 0.9 },
  { millis: 100, people: 800, value: 0.9 },
];

/**
 * A sendout through relays that take a while to answer each mail, against nodemailer's pool with ready mails over as many connections;
 * with the processor time that it takes, that of PostgreSQL included.
 */
export async function sendoutRelayBench(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const relay of relays) {
    const database = await openServerDatabase();
    figures.push(await measure(database, relay).finally(() => database.close()));
  }
  return figures;
}

async function measure(
  { kysely: db }: BenchDatabase,
  { millis, people, value }: (typeof relays)[number],
): Promise<Figure> {
  const sink = await startSink(millis);
  const transport = smtpTransport(`${sink.url}?maxConnections=${connections}`);
  const pool = createTransport({ url: `${sink.url}?pool=true&maxConnections=${connections}&maxMessages=1000000000` });
  const spent: number[] = [];
  const rateOf = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return people / ((performance.now() - start) / 1000);
  };
  try {
    const { account, group } = await createAudience(db, people);
    const { watched, firstMail } = keepingFirst(transport);
    await sendOut(db, account, await createMailing(db, account, group), watched);
    const raw = firstMail();
    const { subject, baseline, ratio } = await alternate(
      rounds,
      async () => {
        const mailing = await createMailing(db, account, group);
        const ofServer = await serverMillis(db);
        const began = process.cpuUsage();
        const rate = await rateOf(() => sendOut(db, account, mailing, transport));
        const { user, system } = process.cpuUsage(began);
        spent.push(((user + system) / 1000 + (await serverMillis(db)) - ofServer) / people);
        return rate;
      },
      () =>
        rateOf(() =>
          Promise.all(
            Array.from({ length: people }, (_, number) =>
              pool.sendMail({ envelope: { from: 'news@example.com', to: `p${number}@example.com` }, raw }),
            ),
          ),
        ),
    );
    const ofAll =
      millis === 0 ? '' : `, at most ${((connections * 1000) / millis).toFixed(0)}/s by ${connections} connections`;
    return {
      name: `sendout relay ${millis} ms`,
      ratio,
      target: { bound: 'at least', value },
      detail: `${subject.toFixed(0)} mails/s against ${baseline.toFixed(0)}${ofAll}; ${median(spent).toFixed(2)} s of processor time for 1,000`,
    };
  } finally {
    pool.close();
    await transport.close();
    await sink.stop();
  }
}
