import { createHmac, createSecretKey, generateKeyPairSync, sign } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { createTransport } from 'nodemailer';
import { signingTransport } from '../../../../packages/service/src/sending/dkim/transport.ts';
import type { MailTransport } from '../../../../packages/service/src/sending/mail/transport.ts';
import { smtpTransport } from '../../../../packages/service/src/sending/smtp/transport.ts';
import type { Figure } from '../bench.ts';
import { serverMillis } from '../capacity/spent.ts';
import type { CpuProfile } from '../flames/fold.ts';
import { openServerDatabase } from '../load/databases.ts';
import { keepingFirst } from '../sending/keeping-first.ts';
import { createAudience, createMailing, sendOut } from '../sending/mailing.ts';
import { partsOf } from '../sending/parts.ts';
import { startSink } from '../sending/start-sink.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 20_000);
const connections = 20;
/** The links of the newsletter, unsubscribing and the pixel. */
const tokens = 22;

/**
 * Where each microsecond of a signed mail goes, and the floor of a part where there is one: what the same takes without us. The
 * ratio of a part is its share of all processor time, that of PostgreSQL included.
 */
export async function sendoutPartsBench(): Promise<Figure[]> {
  const { kysely, close } = await openServerDatabase();
  const sink = await startSink();
  const session = new Session();
  session.connect();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const smtp = smtpTransport(`${sink.url}?maxConnections=${connections}`);
  const { watched, firstMail } = keepingFirst(smtp);
  const signed = (transport: MailTransport) =>
    signingTransport(transport, () => [{ domain: 'example.com', selector: 'bench', privateKey }]);
  try {
    const { account, group } = await createAudience(kysely, people);
    // The first one is compiled.
    await sendOut(kysely, account, await createMailing(kysely, account, group), signed(watched));
    const mailing = await createMailing(kysely, account, group);
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 500 });
    const ofServer = await serverMillis(kysely);
    const began = process.cpuUsage();
    await session.post('Profiler.start');
    await sendOut(kysely, account, mailing, signed(smtp));
    const { profile } = await session.post('Profiler.stop');
    const { user, system } = process.cpuUsage(began);
    const server = ((await serverMillis(kysely)) - ofServer) * 1000;

    const parts = partsOf(profile as CpuProfile);
    const waiting = parts.get('waiting') ?? 0;
    parts.delete('waiting');
    const onMain = [...parts.values()].reduce((sum, micros) => sum + micros, 0);
    // Signatures are made in Node's threads; while one has the core, the main thread waits in the call that asked for it.
    const inThreads = Math.max(0, user + system - onMain);
    parts.set('sign', parts.get('sign')! + inThreads);
    parts.set('PostgreSQL', server);
    const all = onMain + inThreads + server;
    const example = firstMail();
    const floors = await floorsOf(example, sink.url, privateKey);
    const perMail = (micros: number) => (micros / people).toFixed(0);
    const figures = [...parts]
      .sort(([, a], [, b]) => b - a)
      .map(([part, micros]): Figure => {
        const floor = floors[part];
        const detail = `${perMail(micros)} µs${floor ? `, floor ${floor.micros.toFixed(0)}: ${floor.what}` : ''}`;
        return { name: `sendout-parts ${part}`, ratio: micros / all, target: null, detail };
      });
    const detail = `${perMail(all)} µs of processor time for a mail of ${Math.round(example.length / 1024)} KB; the main thread waits ${perMail(waiting)} µs`;
    return [{ name: 'sendout-parts', ratio: 1, target: null, detail }, ...figures];
  } finally {
    session.disconnect();
    await smtp.close();
    await sink.stop();
    await close();
  }
}

type Key = Parameters<typeof sign>[2];

/** What the library calls take by themselves, and how much of a processor nodemailer's pool takes for a mail that is there. */
async function floorsOf(
  mail: Buffer,
  url: string,
  key: Key,
): Promise<Record<string, { micros: number; what: string }>> {
  const secret = createSecretKey(Buffer.alloc(32, 1));
  const payload = Buffer.alloc(14, 2);
  const hmac = microsOf(20_000, () => createHmac('sha256', secret).update(payload).digest());
  const signature = microsOf(500, () => sign('sha256', Buffer.alloc(800), key));
  const pool = createTransport({ url: `${url}?pool=true&maxConnections=${connections}&maxMessages=1000000000` });
  const envelope = { from: 'news@example.com', to: 'p1@example.com' };
  const handOver = (mails: number) =>
    Promise.all(Array.from({ length: mails }, () => pool.sendMail({ envelope, raw: mail })));
  await handOver(1000);
  const began = process.cpuUsage();
  await handOver(5000);
  const { user, system } = process.cpuUsage(began);
  pool.close();
  return {
    links: { micros: tokens * hmac, what: `${tokens} codes of HMAC-SHA-256` },
    sign: { micros: signature, what: 'one RSA signature' },
    SMTP: { micros: (user + system) / 5000, what: "nodemailer's pool with a mail that is there" },
    MIME: { micros: microsOf(5000, () => Buffer.from(mail.toString('latin1'))), what: 'two copies of the bytes' },
  };
}

function microsOf(times: number, work: () => unknown): number {
  for (let time = 0; time < times / 10; time++) work();
  const began = performance.now();
  for (let time = 0; time < times; time++) work();
  return ((performance.now() - began) / times) * 1000;
}
