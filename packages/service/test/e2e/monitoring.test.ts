import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMonitoringRoutes } from '../../src/pages/monitoring/routes.ts';
import { Metrics } from '../../src/platform/metrics/metrics.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';

const token = 'only-for-the-watchers';

describe.each(usualDatabases())('watching a service on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { metricsToken: token });
  });
  afterAll(() => service?.close());

  const get = async (path: string, authorization?: string) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const answer = await service.fetch(service.origin + path, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  test('it is healthy and ready', async () => {
    expect(await get('/health')).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect(await get('/ready')).toEqual({ status: 200, text: '{"status":"ready"}' });
  });

  test.each([undefined, 'Bearer', 'Bearer wrong', `Basic ${btoa(`x:${token}`)}`, token])(
    'metrics are not for %s',
    async (authorization) => {
      expect((await get('/metrics', authorization)).status).toBe(401);
    },
  );

  test('wrong tokens are limited, the right one is not', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 100; i++) statuses.add((await get('/metrics', 'Bearer guess')).status);
    expect([...statuses]).toEqual([401, 429]);
    expect((await get('/metrics', `Bearer ${token}`)).status).toBe(200);
  });

  test('metrics tell of requests, work and mails, and of nobody', async () => {
    await service.client.ping.pingGet().orThrow();
    const mailing = await createSendout(service);
    await service.client.mailings.sendNow({ mailingid: mailing }).orThrow();
    await reached(service, mailing, 'done');
    const paused = await createSendout(service);
    const about = { account_id: service.accountId, mailing_id: paused };
    await service.db.updateTable('mailing').set({ state: 'paused' }).where('id', '=', paused).execute();
    await service.db
      .insertInto('sendout')
      .values({ ...about, recipients: 3, frozen_at: new Date() })
      .execute();
    await service.db
      .insertInto('recipient')
      .values([1, 2].map((contact_id) => ({ ...about, contact_id })))
      .execute();
    const { status, text } = await get('/metrics', `Bearer ${token}`);
    expect(status).toBe(200);
    expect(text).toMatch(/^mailwright_requests_total\{operation="pingGet",status="200"\} 1$/m);
    expect(text).toMatch(/^mailwright_request_duration_seconds_count\{operation="pingGet"\} 1$/m);
    expect(text).toMatch(/^mailwright_mails_last_minute\{account="1"\} 6$/m);
    expect(text).toMatch(/^mailwright_recipients\{account="1",state="pending"\} 2$/m);
    expect(text).toMatch(/^mailwright_recipients\{account="1",state="missing"\} 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/);
    }
    expect(text).not.toContain('@');
  });
});

describe('a service whose database', () => {
  const routes = async (askDatabase: () => Promise<unknown>): Promise<FastifyInstance> => {
    const app = Fastify();
    registerMonitoringRoutes(app, { askDatabase, metrics: new Metrics(), metricsToken: undefined }, 10);
    return app;
  };

  test.each<[string, () => Promise<unknown>]>([
    ['is away', () => Promise.reject(new Error('gone'))],
    ['says nothing', () => new Promise(() => {})],
  ])('%s is healthy and not ready; without a token there are no metrics', async (_, askDatabase) => {
    const app = await routes(askDatabase);
    expect((await app.inject('/health')).statusCode).toBe(200);
    const { statusCode, json } = await app.inject('/ready');
    expect([statusCode, json()]).toEqual([503, { status: 'not ready', reason: 'the database does not answer' }]);
    expect((await app.inject('/metrics')).statusCode).toBe(404);
  });

  test('is asked once a second at most', async () => {
    let asked = 0;
    const app = await routes(async () => asked++);
    for (let i = 0; i < 5; i++) await app.inject('/ready');
    expect(asked).toBe(1);
  });
});
