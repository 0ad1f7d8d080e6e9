import fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { registerSignUpRoutes } from '../../src/pages/sign-up/routes.ts';
import { unknownTokens } from '../../src/pages/tracking/unknown.ts';
import { readTrust } from '../../src/platform/http/trusted-proxy.ts';
import { isProof } from '../../src/sign-up/door/ticket.ts';
import { type CountingSink, countingSink } from '../support/counting-sink.ts';
import { databases } from '../support/database.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ticketOf } from '../support/sign-up.ts';

/** How many sign-ups are under way at a time. */
const atOnce = 250;
const partSize = 10_000;
const hours = 24;
const day = hours * 3_600_000;

interface Attempt {
  email: string;
  /** Address of the client. */
  from: string;
}

const byte = (n: number, shift: number) => (n >> shift) & 255;
const anywhere = (n: number) => `${11 + byte(n, 16)}.${byte(n, 8)}.${byte(n, 0)}.1`;

/**
 * Attacks on a form with the usual limit of 500 an hour: attempts, and the mails that may come of them at most. Without a
 * proof, attackers get no more than what keeps the form below a quarter of its limit.
 */
const attacks: [many: number, name: string, most: number, attempt: (n: number) => Attempt][] = [
  [
    100_000,
    'from everywhere to everywhere',
    500 * (1 + hours),
    (n) => ({ email: `a@${n}.example`, from: anywhere(n) }),
  ],
  [
    10_000,
    'from one network to everywhere',
    60 * (1 + hours),
    (n) => ({ email: `a@n${n}.example`, from: `198.51.100.${n % 250}` }),
  ],
  [
    10_000,
    'from everywhere to one domain',
    250 * (1 + hours),
    (n) => ({ email: `a${n}@one.example`, from: anywhere(n) }),
  ],
  [10_000, 'from everywhere to one person', 3, (n) => ({ email: 'victim@person.example', from: anywhere(n) })],
];

describe('hostile sign-ups', () => {
  let service: TestService;
  let sink: CountingSink;
  let app: ReturnType<typeof fastify>;
  beforeAll(async () => {
    sink = await countingSink();
    const server = databases().find(({ kind }) => kind === 'server')!;
    service = await startTestService(await server.open(), sink.url, {}, { trustsHop: readTrust('1') });
    await releaseOptInMailing(service, 'default');
    app = fastify();
    const { db } = service;
    const publicUrl = () => service.origin;
    registerSignUpRoutes(app, {
      db,
      log: () => {},
      unknown: unknownTokens(),
      publicUrl,
      wakeWorker: service.wakeWorker,
    });
  });
  afterAll(async () => {
    await app?.close();
    await service?.close();
    await sink?.close();
  });

  const create = async (hourly_limit = 500) => {
    const body = { name: `Attacked ${Math.random()}`, consent: 'I want news.', hourly_limit };
    const form = await service.client.signUpForms.create({ body }).orThrow();
    return { form, ticket: await ticketOf(service, form.id) };
  };
  type Attacked = Awaited<ReturnType<typeof create>>;
  const entered = ({ form, ticket }: Attacked, email: string, proof = '') =>
    JSON.stringify({ email, consent: 'true', version: String(form.consent_version), ticket, proof });

  /** Lets time pass for the limits: of what is used, so much less is. */
  const pass = (millis: number) =>
    service.db
      .updateTable('sign_up_allowance')
      .set({ used_until: sql<Date>`used_until - make_interval(secs => ${millis / 1000})` })
      .execute();
  /** The time by which the limits are judged, in milliseconds. */
  const now = async () => (await sql<{ now: Date }>`select now()`.execute(service.db)).rows[0]!.now.getTime();
  const mailsTaken = () => [...sink.mails.values()].reduce((sum, { length }) => sum + length, 0);

  /** Waits until no mail is due any more. */
  async function mailsOf(before: number): Promise<number> {
    await expect
      .poll(async () => {
        service.wakeWorker();
        return service.db.selectFrom('recipient_batch').select('id').execute();
      })
      .toEqual([]);
    return mailsTaken() - before;
  }

  /** Attacks in parts, so that each test ends in time. */
  const parts = attacks.flatMap(([many, name, most, attempt]) =>
    Array.from({ length: many / partSize }, (_, part) => ({ many, name, most, attempt, first: part * partSize })),
  );
  const begun = new Map<string, { attacked: Attacked; mails: number; statuses: Map<number, number> }>();

  test.runIf(deep).each(parts)(
    `of $many in a day, $name, from $first on: at most $most mails${leftToDeep}`,
    async ({ many, name, most, attempt, first }) => {
      const attack = begun.get(name) ?? { attacked: await create(), mails: 0, statuses: new Map<number, number>() };
      begun.set(name, attack);
      const { attacked, statuses } = attack;
      const before = mailsTaken();
      const send = async (n: number) => {
        const { email, from } = attempt(n);
        const { statusCode } = await app.inject({
          method: 'POST',
          url: new URL(attacked.form.url).pathname,
          headers: { 'content-type': 'application/json' },
          remoteAddress: from,
          payload: entered(attacked, email),
        });
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      };
      for (let n = first; n < first + partSize; n += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, (_, k) => send(n + k)));
        await pass((day * atOnce) / many);
      }
      attack.mails += await mailsOf(before);
      const [asked, refused] = [428, 429].map((status) => statuses.get(status) ?? 0);
      console.log(
        `${first + partSize} sign-ups ${name}: ${attack.mails} mails, ${asked} asked for work, ${refused} refused`,
      );
      expect([...statuses.keys()].filter((status) => ![200, 428, 429].includes(status))).toEqual([]);
      expect(attack.mails).toBeLessThanOrEqual(most);
      expect(attack.mails).toBeGreaterThan(0);
    },
  );

  test('all at once, by clients that work for it: the limit of an hour, also through HTTPS', async () => {
    const [limit, attempts] = [15, 24];
    const attacked = await create(limit);
    const before = mailsTaken();
    const start = await now();
    const work = (email: string) => {
      let proof = 0;
      while (!isProof(attacked.ticket, email, String(proof))) proof++;
      return entered(attacked, email, String(proof));
    };
    const statuses = await Promise.all(
      Array.from({ length: attempts }, async (_, n) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': anywhere(n) };
        const body = work(`worked@w${n}.example`);
        return (await service.fetch(attacked.form.url, { method: 'POST', headers, body })).status;
      }),
    );
    const taken = statuses.filter((status) => status === 200).length;
    // While a busy machine works on them, the limit gives way by one each four minutes.
    const given = Math.ceil((((await now()) - start) * limit) / 3_600_000);
    expect(statuses.filter((status) => status === 429)).toHaveLength(attempts - taken);
    expect(taken).toBeGreaterThanOrEqual(limit);
    expect(taken).toBeLessThanOrEqual(limit + given);
    expect(await mailsOf(before)).toBe(taken);
  });
});
