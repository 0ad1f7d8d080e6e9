import { Agent, request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { fillAccount } from '../isolation/belongings.ts';
import { usualDatabases } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import type { RawCall } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { hostileRequest } from './requests.ts';

/** `npm run test:deep` sends more requests, with several seeds and on both databases; `npm run hostile` sends a million. */
const { MAILWRIGHT_HOSTILE_REQUESTS = deep ? '40000' : '1500' } = process.env;
const seeds = deep ? [1, 2, 3, 4] : [17];
const count = Math.ceil(Number(MAILWRIGHT_HOSTILE_REQUESTS) / seeds.length / usualDatabases().length);
const atOnce = 4;
const mostMillis = 2000;

describe.each(usualDatabases())('hostile requests on $kind', ({ open }) => {
  let service: TestService;
  let belongings: Awaited<ReturnType<typeof fillAccount>>;
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { inputsWatched: false });
    belongings = await fillAccount(service);
  });
  afterAll(async () => {
    agent.destroy();
    await service?.close();
  });

  test.each(seeds)(
    'seed %i: no 5xx but a 503 that says when to come back, and nothing that takes long',
    async (seed) => {
      const random = randomOf(seed);
      const statuses = new Map<number, number>();
      const faults: string[] = [];
      const suspects: RawCall[] = [];
      let left = count;
      let told = 0;
      /** At once, for a run of hours need not end before somebody looks. */
      const tell = (fault: string) => {
        faults.push(fault);
        console.log(
          fault,
          service.log.slice(told).filter((line) => line.startsWith('Failure')),
        );
        told = service.log.length;
      };
      const work = async () => {
        while (left-- > 0) {
          const call = hostileRequest(random, belongings);
          const { status, retryAfter, millis } = await measured(call);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const isFault = status >= 500 && !(status === 503 && retryAfter);
          if (isFault) tell(`${status} ${shown(call)}`);
          if (millis > mostMillis) suspects.push(call);
        }
      };
      const measured = async (call: RawCall) => {
        const before = process.cpuUsage();
        const answer = await send(service, agent, call);
        const { user, system } = process.cpuUsage(before);
        return { ...answer, millis: (user + system) / 1000 };
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      // All that runs at once shares its time, and the first of a kind loads code: what seemed slow is sent by itself.
      for (const call of suspects) {
        const [first, second] = [await measured(call), await measured(call)];
        if (Math.min(first.millis, second.millis) > mostMillis) tell(`${second.status} slow ${shown(call)}`);
      }
      console.log(
        `seed ${seed}: ${[...statuses]
          .sort()
          .map(([status, n]) => `${n} × ${status}`)
          .join(', ')}`,
      );
      expect(faults).toEqual([]);
      expect([...statuses.keys()].filter((status) => status < 400).length, 'some requests are good').toBeGreaterThan(1);
      expect((await service.client.ping.pingGet()).status).toBe(200);
    },
    24 * 3_600_000,
  );

  test('none of them is a failure in the log', () => {
    expect(service.log.filter((line) => line.startsWith('Failure'))).toEqual([]);
  });
});

const shown = ({ method, path, headers, body }: RawCall) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)} ${body?.slice(0, 1000)}`;

function send({ origin, cert, key }: TestService, agent: Agent, { method, path, headers, body }: RawCall) {
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve) => {
    const gone = { status: 0, retryAfter: undefined };
    const own = { authorization: `Bearer ${key}`, ...headers };
    let call: ReturnType<typeof request>;
    try {
      call = request(`${origin}/1.0${path}`, { method, agent, ca: cert, headers: own }, (answer) => {
        answer
          .resume()
          .on('close', () => resolve({ status: answer.statusCode!, retryAfter: answer.headers['retry-after'] }));
      });
    } catch {
      return resolve(gone); // what no client can send
    }
    call.on('error', () => resolve(gone)).end(body);
  });
}
