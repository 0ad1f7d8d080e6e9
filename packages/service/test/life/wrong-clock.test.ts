import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { tasks } from '../../src/app/tasks.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { passTime } from '../../src/platform/queue/pass-time.ts';
import { openOutbox } from '../../src/sending/outbox/outbox.ts';
import { signingKey } from '../../src/tracking/tokens/keys.ts';
import { live } from '../erasure/life.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signedIn } from '../support/users.ts';

const year = 365 * 24 * 3600;
const never = new AbortController().signal;
const setClock = (years: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: vi.getRealSystemTime() + years * year * 1000 });
afterEach(() => void vi.useRealTimers());

describe.each(usualDatabases())('retention of a process whose clock is wrong, on $kind', ({ kind, open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    await live(service, 'zacharias7f3');
    await signingKey(service.db, service.accountId);
    return () => service.close();
  });

  /** Does all upkeep but that of sending. */
  async function upkeep(): Promise<void> {
    const outbox = openOutbox(service.outboxDirectory);
    const environment = { transport: outbox, publicUrl: 'https://x.example' };
    for (const task of tasks(environment, outbox, kind, () => {}, 3000).slice(1))
      while (await task.run(service.db, never));
  }

  test.each([20, -20])('%i years: nothing is deleted before its time', async (years) => {
    const before = await rowsOf(service.db);
    setClock(years);
    await upkeep();
    expect(await rowsOf(service.db)).toEqual(before);
  });

  test('a session of the console ends when its hours have passed, whatever the clock of the process says', async () => {
    const { browser } = await signedIn(service, 'editor');
    const status = async () => (await browser.get('/console/profile')).status;
    for (const years of [20, -20]) {
      setClock(years);
      expect(await status(), `${years} years`).toBe(200);
    }
    await passTime(service.db, 13 * 3600);
    expect(await status()).toBe(401);
  });

  test('20 years behind: what is old goes', async () => {
    const before = await rowsOf(service.db);
    expect(before.idempotency_key).toBeGreaterThan(0);
    expect(before.tracking_key).toBeGreaterThan(0);
    await passTime(service.db, 4 * year);
    setClock(-20);
    await upkeep();
    expect(await rowsOf(service.db)).toMatchObject({ idempotency_key: 0, tracking_key: 0 });
  });
});

async function rowsOf(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]!.count;
  }
  return counts;
}
