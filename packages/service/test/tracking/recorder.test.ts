import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import { startRecorder, type Visit } from '../../src/tracking/recording/recorder.ts';
import { databases } from '../support/database.ts';

const sentAt = new Date('2031-02-03T10:00:00Z');
const after = (seconds: number) => new Date(sentAt.getTime() + seconds * 1000);
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(databases())('recording on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  let mailingId: number;
  let contactId: number;
  let link: number;
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const db = database.kysely;
    const about = { name: crypto.randomUUID(), subject: 'x', type: 'regular', creator: 'a' } as const;
    mailingId = (await insertMailing(db, accountId, about))!;
    const row = { account_id: accountId };
    contactId = (await db.insertInto('contact').values(row).returning('id').executeTakeFirstOrThrow()).id;
    await db.transaction().execute(async (transaction) => {
      const target = { url: 'https://example.org/', type: 'STANDARD', tags: [] } as const;
      [link] = (await registerLinks(transaction, accountId, mailingId, [{ ...target, tags: [] }])) as [number];
      const delivery = {
        mailingId,
        contactId,
        messageId: crypto.randomUUID(),
        recipientId: 7,
        sentAt,
        occasion: 'doi:1',
      } as const;
      await recordDeliveries(transaction, accountId, [delivery]);
    });
  });

  const visit = (about: Partial<Visit>): Visit => {
    const bearer = { recipientId: 7, contactId };
    return { accountId, mailingId, bearer, format: 'html', at: after(60), userAgent, network: '192.0.2.0', ...about };
  };
  const eventsOf = (table: 'opening' | 'click') =>
    database.kysely
      .selectFrom(table)
      .select(['class', 'first', 'occasion', 'at'])
      .where('mailing_id', '=', mailingId)
      .orderBy('at')
      .execute();
  const record = async (...visits: Partial<Visit>[]) => {
    const recorder = startRecorder(database.kysely, () => {});
    for (const one of visits) recorder.add(visit(one));
    await recorder.close();
  };

  test('what waits is written down when the recorder is closed, with the occasion of the mail', async () => {
    await record({}, { linkId: link, at: after(70) });
    expect(await eventsOf('opening')).toEqual([{ class: 'human', first: true, occasion: 'doi:1', at: after(60) }]);
    expect(await eventsOf('click')).toEqual([{ class: 'human', first: true, occasion: 'doi:1', at: after(70) }]);
  });

  test.each([1, 2])('a person takes the place of what was only suspected (%i batches)', async (batches) => {
    const early = [{ at: after(1) }, { at: after(1), linkId: link }];
    const late = [{ at: after(90) }, { at: after(100), linkId: link }];
    if (batches === 1) await record(...early, ...late);
    else {
      await record(...early);
      expect(await eventsOf('click')).toMatchObject([{ class: 'suspect', first: true }]);
      await record(...late);
      await record(...late);
    }
    for (const table of ['opening', 'click'] as const) {
      const unique = (await eventsOf(table)).filter(({ first }) => first);
      expect(unique).toMatchObject([{ class: 'human', at: table === 'opening' ? after(90) : after(100) }]);
    }
    const reader = await database.kysely
      .selectFrom('reader')
      .select(['openings', 'clicks'])
      .where('mailing_id', '=', mailingId)
      .executeTakeFirstOrThrow();
    expect(reader).toEqual(batches === 1 ? { openings: 2, clicks: 2 } : { openings: 3, clicks: 3 });
  });

  test('events that the database does not take at once are kept', async () => {
    const lines: string[] = [];
    const recorder = startRecorder(database.kysely, (line) => lines.push(line));
    const failing = vi.spyOn(database.kysely, 'transaction').mockImplementationOnce(() => {
      throw new Error('gone');
    });
    recorder.add(visit({}));
    await vi.waitFor(() => expect(lines).toEqual(['1 opens and clicks could not be written yet: gone']), {
      timeout: 10_000,
    });
    failing.mockRestore();
    await recorder.close();
    expect(await eventsOf('opening')).toHaveLength(1);
  });

  test('those of a mailing that is deleted go with it, the others stay', async () => {
    const lines: string[] = [];
    const recorder = startRecorder(database.kysely, (line) => lines.push(line));
    recorder.add(visit({ mailingId: 999_999 }));
    recorder.add(visit({}));
    await recorder.close();
    expect([(await eventsOf('opening')).length, lines]).toEqual([1, []]);
  });

  test('thousands are written without any being lost', async () => {
    const visits = Array.from({ length: 3000 }, (_, index) => ({ bearer: { alias: `alias-${index % 1000}` } }));
    await record(...visits);
    const events = await eventsOf('opening');
    expect([events.length, events.filter(({ first }) => first).length]).toEqual([3000, 1000]);
  });
});
