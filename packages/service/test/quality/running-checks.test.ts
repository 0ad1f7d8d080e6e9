import { beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { buryJob, claimJob } from '../../src/platform/queue/store.ts';
import { queueCheck } from '../../src/quality/background/job.ts';
import { checkJobKind } from '../../src/quality/checks/kind.ts';
import { startWhenFree } from '../../src/quality/checks/start-when-free.ts';
import { finishCheck, startCheck } from '../../src/quality/checks/store.ts';
import { databases } from '../support/database.ts';

describe.each(databases())('a check that was started, on $kind', ({ open }) => {
  let db: Db;
  let mailing: NonNullable<Awaited<ReturnType<typeof findMailing>>>;

  beforeEach(async () => {
    db = (await open()).kysely;
    const accountId = await insertAccount(db, { name: 'Slow', domain: 'example.com' });
    const draft = { name: 'News', subject: 'News', type: 'regular', creator: 'test' } as const;
    mailing = (await findMailing(db, accountId, (await insertMailing(db, accountId, draft))!))!;
  });

  const start = () => startCheck(db, mailing, 'link');

  test('is not started again while its job waits or runs', async () => {
    await queueCheck(db, (await start())!);
    expect(await start()).toBeUndefined();
    await claimJob(db, [checkJobKind.kind], '4f8f6f4e-5f0b-4f66-8f5c-3f6d6b1f7a10');
    expect(await start()).toBeUndefined();
  });

  test('is started again after its job was given up, and the earlier start changes nothing', async () => {
    const first = (await start())!;
    await queueCheck(db, first);
    const job = (await claimJob(db, [checkJobKind.kind], '4f8f6f4e-5f0b-4f66-8f5c-3f6d6b1f7a10'))!;
    await buryJob(db, job, 'The process ended during each attempt.');
    const second = (await start())!;
    expect(second.run).not.toBe(first.run);
    await finishCheck(db, first, 'success', {});
    const state = () => db.selectFrom('mailing_check').select('state').executeTakeFirstOrThrow();
    expect(await state()).toEqual({ state: null });
    await finishCheck(db, second, 'warning', {});
    expect(await state()).toEqual({ state: 'warning' });
  });

  test('is started again after a change of the contents, or when it has ended', async () => {
    await queueCheck(db, (await start())!);
    mailing = { ...mailing, content_version: mailing.content_version + 1 };
    const again = (await start())!;
    await queueCheck(db, again);
    await finishCheck(db, again, 'success', {});
    expect(await start()).toBeDefined();
  });

  test('is waited for by a command, which starts it again', async () => {
    const first = (await start())!;
    await queueCheck(db, first);
    const job = (await claimJob(db, [checkJobKind.kind], '4f8f6f4e-5f0b-4f66-8f5c-3f6d6b1f7a10'))!;
    let waits = 0;
    const wait = async () => {
      if (++waits === 2) await buryJob(db, job, 'It has ended.');
    };
    const second = await startWhenFree(db, async () => mailing, 'link', wait);
    expect(second.run).not.toBe(first.run);
    expect(waits).toBe(2);
    const gone = () => Promise.reject(new Error('there is no mailing 1'));
    await expect(startWhenFree(db, gone, 'link', wait)).rejects.toThrow('there is no mailing 1');
  });

  test('is started once by two at the same time', async () => {
    await finishCheck(db, (await start())!, 'success', {});
    const both = Array.from({ length: 2 }, () =>
      db.transaction().execute(async (transaction) => {
        const run = await startCheck(transaction, mailing, 'link');
        if (run) await queueCheck(transaction, run);
        return run;
      }),
    );
    expect((await Promise.all(both)).filter((run) => run !== undefined)).toHaveLength(1);
  });
});
