import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const hour = 3_600_000;
afterEach(() => void vi.useRealTimers());

describe.each(usualDatabases())('a clock that is set on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  test.each([
    ['an hour forward', hour],
    ['an hour back', -hour],
  ])('%s: requests are answered, and background work goes on', async (_, step) => {
    const { client } = service;
    const rules = [{ is_customfield: false, field: 'CITY', operator: 'EQUALS', value: 'Paris', type: 'string' }];
    const filter = { name: `Clock ${step}`, rules } as never;
    const before = await client.contactFilters.create({ body: filter }).orThrow();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step });
    const after = await client.contactFilters
      .create({ body: { ...(filter as object), name: `Clock ${step} after` } as never })
      .orThrow();
    for (const contactFilterId of [before, after] as number[]) {
      await vi.waitFor(
        async () => expect((await client.contactFilters.get({ contactFilterId }).orThrow()).state).toBe('uptodate'),
        { timeout: 20_000, interval: 50 },
      );
    }
    expect((await client.mailings.create({ name: `Clock ${step}`, subject: 'x' })).status).toBe(201);
  });
});
