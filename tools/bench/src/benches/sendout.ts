import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { signingTransport } from '../../../../packages/service/src/sending/dkim/transport.ts';
import { smtpTransport } from '../../../../packages/service/src/sending/smtp/transport.ts';
import { alternate, type Figure } from '../bench.ts';
import { type BenchDatabase, openEmbeddedDatabase, openServerDatabase } from '../load/databases.ts';
import { keepingFirst } from '../sending/keeping-first.ts';
import { createAudience, createMailing, sendOut } from '../sending/mailing.ts';
import { startSink } from '../sending/start-sink.ts';

const rounds = 3;
const people = Number(process.env.BENCH_PEOPLE ?? 20_000);
const connections = 20;

interface Kind {
  name: string;
  open: () => Promise<BenchDatabase>;
  /** Whether both sign the mails, with the same key. */
  signed: boolean;
  /** What the ratio should be at least. */
  value: number;
}

/**
 * A sendout with personalization, 20 tracked links and durable recipients, against nodemailer's pool, which hands over
 * bodies that were built before to the same server over as many connections. `BENCH_PEOPLE` says how many there are.
 */
export async function sendoutBench(): Promise<Figure[]> {
  return [
    await measure({ name: 'sendout PostgreSQL', open: openServerDatabase, signed: false, value: 0.5 }),
    await measure({ name: 'sendout embedded', open: openEmbeddedDatabase, signed: false, value: 0.4 }),
  ];
}

/** The same where both sign the mails with DKIM. */
export async function sendoutDkimBench(): Promise<Figure[]> {
  return [
    await measure({ name: 'sendout-dkim PostgreSQL', open: openServerDatabase, signed: true, value: 0.6 }),
    await measure({ name: 'sendout-dkim embedded', open: openEmbeddedDatabase, signed: true, value: 0.6 }),
  ];
}

async function measure({ name, open, signed, value }: Kind): Promise<Figure> {
  const { kysely, close } = await open();
  const sink = await startSink();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const domain = 'example.com';
  const smtp = smtpTransport(`${sink.url}?maxConnections=${connections}`);
  const transport = signed ? signingTransport(smtp, () => [{ domain, selector: 'bench', privateKey }]) : smtp;
  const pool = createTransport({
    url: `${sink.url}?pool=true&maxConnections=${connections}&maxMessages=1000000000`,
    ...(signed
      ? {
          dkim: {
            domainName: domain,
            keySelector: 'bench',
            privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
          },
        }
      : {}),
  });
  try {
    const { account, group } = await createAudience(kysely, people);
    // Before they are signed: nodemailer signs for itself.
    const { watched, firstMail } = keepingFirst(smtp);
    const rateOf = async (work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      return people / ((performance.now() - start) / 1000);
    };
    const first = await createMailing(kysely, account, group);
    await sendOut(kysely, account, first, watched);
    const example = firstMail();
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
              return pool.sendMail({ envelope, raw: example });
            }),
          ),
        ),
    );
    const size = Math.round(example.length / 1024);
    const detail = `${subject.toFixed(0)} mails/s against ${baseline.toFixed(0)}, ${people} mails of ${size} KB`;
    return { name, ratio, target: { bound: 'at least', value }, detail };
  } finally {
    pool.close();
    await transport.close();
    await sink.stop();
    await close();
  }
}
