import { afterEach, describe, expect, test, vi } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import { keepingAlive } from '../../src/quality/checks/keeping-alive.ts';
import { finishCheck, startCheck } from '../../src/quality/checks/store.ts';
import { usualDatabases } from '../support/database.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe.each(usualDatabases())('a sendout for approval to a slow server on $kind', ({ open }) => {
  test('counts as alive for as long as it takes, and no longer', async () => {
    const db = (await open()).kysely;
    const accountId = await insertAccount(db, { name: 'Slow', domain: 'example.com' });
    const draft = { name: 'News', subject: 'News', type: 'regular', creator: 'test' } as const;
    const id = (await insertMailing(db, accountId, draft))!;
    const mailing = (await findMailing(db, accountId, id))!;
    const aliveAt = async () =>
      (await db.selectFrom('mailing_check').select('alive_at').executeTakeFirstOrThrow()).alive_at;
    const longAgo = new Date(Date.now() - 180_000);

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const run = (await startCheck(db, mailing, 'approval'))!;
    await keepingAlive(db, run, async () => {
      for (let minutes = 0; minutes < 10; minutes += 3) {
        await db.updateTable('mailing_check').set({ alive_at: longAgo }).execute();
        vi.advanceTimersByTime(20_000);
        while ((await aliveAt()) <= longAgo);
        expect(await startCheck(db, mailing, 'approval')).toBeUndefined();
      }
    });
    await db.updateTable('mailing_check').set({ alive_at: longAgo }).execute();
    vi.advanceTimersByTime(60_000);
    expect(await aliveAt()).toEqual(longAgo);
    const again = (await startCheck(db, mailing, 'approval'))!;
    expect(again.run).not.toBe(run.run);
    await finishCheck(db, run, 'success', {});
    const check = await db.selectFrom('mailing_check').select('state').executeTakeFirstOrThrow();
    expect(check.state, 'the one that was given up changes nothing').toBeNull();
  });
});
