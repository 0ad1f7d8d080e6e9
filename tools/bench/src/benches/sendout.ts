import { createTransport } from 'nodemailer';
import { type MailTransport, smtpTransport } from '../../../../packages/service/src/sending/index.ts';
import { messageOf } from '../../../../packages/service/src/sending/mail/transport.ts';
import { alternate, type Figure } from '../bench.ts';
import { type BenchDatabase, openEmbeddedDatabase, openServerDatabase } from '../load/databases.ts';
import { createAudience, createMailing, sendOut } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';

const rounds = 3;
const people = Number(process.env.BENCH_PEOPLE ?? 20_000);
const connections = 20;

/**
 * A sendout with personalisation, 20 tracked links and durable recipients, against nodemailer's pool, which hands over
 * bodies that were built before to the same server over as many connections.
 */
export async function sendoutBench(): Promise<Figure[]> {
  return [
    await measure('sendout PostgreSQL', openServerDatabase, 0.5),
    await measure('sendout embedded', openEmbeddedDatabase, 0.4),
  ];
}

async function measure(name: string, open: () => Promise<BenchDatabase>, value: number): Promise<Figure> {
  const { kysely, close } = await open();
  const sink = await startSink();
  const transport = smtpTransport(`${sink.url}?maxConnections=${connections}`);
  const pool = createTransport(`${sink.url}?pool=true&maxConnections=${connections}&maxMessages=1000000000`);
  try {
    const { account, group } = await createAudience(kysely, people);
    let example: Buffer | undefined;
    const watched: MailTransport = {
      ...transport,
      send: (mail) => {
        example ??= messageOf(mail);
        return transport.send(mail);
      },
    };
    const rateOf = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return people / ((performance.now() - start) / 1000);
    };
    const first = await createMailing(kysely, account, group);
    await sendOut(kysely, account, first, watched);
    const { subject, baseline, ratio } = await alternate(
      rounds,
      async () => {
        const mailing = await createMailing(kysely, account, group);
        return rateOf(() => sendOut(kysely, account, mailing, transport));
      },
      () =>
        rateOf(() =>
          Promise.all(
            Array.from({ length: people }, (_, number) => {
              const envelope = { from: 'news@example.com', to: `p${number}@example.com` };
              return pool.sendMail({ envelope, raw: example! });
            }),
          ),
        ),
    );
    const size = Math.round(example!.length / 1024);
    const detail = `${subject.toFixed(0)} mails/s against ${baseline.toFixed(0)}, ${people} mails of ${size} KB`;
    return { name, ratio, target: { bound: 'at least', value }, detail };
  } finally {
    pool.close();
    await transport.close();
    await sink.stop();
    await close();
  }
}
