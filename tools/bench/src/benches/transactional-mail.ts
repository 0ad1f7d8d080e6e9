import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import type { Figure } from '../bench.ts';
import { type Party, startParties } from '../fairness/parties.ts';

const mails = 200;
/** Mails of several clients at once, each of which sends the next one when the last one is accepted. */
const many = 2000;
const clients = 8;
/** The goal: seconds of processor time for 1,000 mails, of all threads of the service. */
const mostSeconds = 3;
const text = 'Choose a new password: https://shop.example.com/reset/7f3a';
const subject = 'Your password';
const from = { email: 'service@example.com' };

/**
 * Milliseconds from the request for a transactional mail to the relay's 250, one mail at a time, against nodemailer that
 * hands the mail to the same relay; alone, and beside a sendout of another account.
 */
export async function transactionalMailBench(): Promise<Figure[]> {
  const relay = await startRelay();
  const parties = await startParties({ attacker: 30_000, victim: 10 }, { startMailServer: async () => relay });
  try {
    const direct = createTransport(`${relay.url}?pool=true`);
    const bare = await measure((to) => direct.sendMail({ from: from.email, to, subject, text }).then(() => undefined));
    direct.close();
    const send = sendBy(parties.victim, relay);
    await measure(send);
    const together = await sendTogether(parties.victim, relay, parties.pid);
    const alone = await measure(send);
    const mailingid = await parties.attacker.newMailing(`<p>${'Spring has come. '.repeat(300)}</p>`);
    await parties.attacker.client.mailings.sendNow({ mailingid }).orThrow();
    while ((await parties.attacker.client.mailings.getState({ mailingid }).orThrow()) !== 'sending');
    const beside = await measure(send);
    const ended = (await parties.attacker.client.mailings.getState({ mailingid }).orThrow()) === 'done';
    return [
      together,
      figure('transactional mail: alone', alone, bare),
      figure(`transactional mail: beside a sendout${ended ? ' (which ended)' : ''}`, beside, bare),
    ];
  } finally {
    await parties.stop();
  }
}

/** Sends a mail, and waits until the relay has it. */
const sendBy =
  ({ client }: Party, relay: Relay) =>
  async (email: string) => {
    const arrived = relay.arrival(email);
    await client.transactionalMails.send({ body: { to: [{ email }], from, subject, text } }).orThrow();
    await arrived;
  };

/** Has clients send mails until all have arrived at the relay. */
async function sendTogether({ client }: Party, relay: Relay, pid: number): Promise<Figure> {
  const before = processorSeconds(pid);
  const started = performance.now();
  let left = many;
  const arrivals: Promise<void>[] = [];
  const sendOn = async () => {
    while (left-- > 0) {
      const email = `reader${++sent}@example.org`;
      arrivals.push(relay.arrival(email));
      await client.transactionalMails.send({ body: { to: [{ email }], from, subject, text } }).orThrow();
    }
  };
  await Promise.all(Array.from({ length: clients }, sendOn));
  const accepted = (performance.now() - started) / 1000;
  await Promise.all(arrivals);
  const delivered = (performance.now() - started) / 1000;
  const seconds = ((processorSeconds(pid) - before) * 1000) / many;
  return {
    name: `transactional mail: ${clients} clients`,
    ratio: seconds / mostSeconds,
    target: { bound: 'at most', value: 1 },
    detail: `${seconds.toFixed(2)} s of processor time for 1,000, goal ${mostSeconds}; accepted ${(many / accepted).toFixed(0)}/s, delivered ${(many / delivered).toFixed(0)}/s`,
  };
}

/** User and system time of all threads of a process (proc(5), Linux). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

let sent = 0;

async function measure(send: (address: string) => Promise<void>): Promise<number[]> {
  const millis: number[] = [];
  for (let mail = 0; mail < mails; mail++) {
    const started = performance.now();
    await send(`reader${++sent}@example.org`);
    millis.push(performance.now() - started);
  }
  return millis.sort((one, other) => one - other);
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1]!;

function figure(name: string, millis: readonly number[], bare: readonly number[]): Figure {
  const words = (values: readonly number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)}`;
  return {
    name,
    ratio: percentile(millis, 0.5) / percentile(bare, 0.5),
    target: null,
    detail: `${words(millis)} against ${words(bare)} of nodemailer alone`,
  };
}

interface Relay {
  url: string;
  /** Resolves when a mail to the address is answered with 250. */
  arrival(address: string): Promise<void>;
  stop(): Promise<void>;
}

async function startRelay(): Promise<Relay> {
  const waiting = new Map<string, () => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      stream
        .on('end', () => {
          done();
          for (const { address } of envelope.rcptTo) waiting.get(address)?.();
        })
        .resume();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrival: (address) => new Promise((resolve) => waiting.set(address, resolve)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
