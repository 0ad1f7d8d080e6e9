import { expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { enqueue } from '../../src/platform/queue/enqueue.ts';
import { passTime } from '../../src/platform/queue/pass-time.ts';
import { usualDatabases } from '../support/database.ts';

const start = Date.UTC(2031, 0, 1);

// In binary floating point 65.276 * 1000 is 65275.99999999999, which is no whole number for the database.
test.each(usualDatabases())('plans move by whole milliseconds, on $kind', async ({ open }) => {
  const { kysely, close } = await open();
  try {
    const accountId = await insertAccount(kysely, { name: 'one', domain: 'example.org' });
    await enqueue(kysely, { kind: 'note' }, { accountId, payload: { plannedAt: start }, dueAt: new Date(start) });
    const plans = [];
    for (const seconds of [0.001, 65.276, -65.276]) {
      await passTime(kysely, seconds);
      const { payload, due_at } = await kysely.selectFrom('job').selectAll().executeTakeFirstOrThrow();
      plans.push([payload, due_at.getTime() - start]);
    }
    expect(plans).toEqual([-1, -65_277, -1].map((moved) => [{ plannedAt: start + moved }, moved]));
  } finally {
    await close();
  }
});
