import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { queueSendout } from '../../src/sending/sendouts/queue.ts';
import { usualDatabases } from '../support/database.ts';
import { outcomes } from '../support/sendout.ts';
import { advance, engineOf, people, runToEnd, startedSendout } from './harness.ts';

/** A hash of all that decides what a mailing is and whom it goes to. */
async function contentHash(db: Db, mailingId: number): Promise<string> {
  const parts: unknown[] = [];
  for (const table of ['mailing_content', 'mailing_attachment', 'mailing_property', 'mailing_blacklist_use']) {
    const { rows } = await sql`
      select to_jsonb(part)::text as part from ${sql.table(table)} as part
      where mailing_id = ${mailingId} order by 1`.execute(db);
    parts.push(rows);
  }
  const { rows } = await sql`
    select (to_jsonb(mailing) - array['state', 'version', 'updated_at', 'sent_at', 'state_changed_at'])::text as mailing
    from mailing where id = ${mailingId}`.execute(db);
  return createHash('sha256')
    .update(JSON.stringify([parts, rows]))
    .digest('hex');
}

describe.each(usualDatabases())('what a sendout keeps on $kind', ({ open }) => {
  test('its contents, settings and blacklists are the same from its start to its end', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    const begun = await contentHash(db, mailingId);
    let during: string | undefined;
    await runToEnd(
      db,
      engineOf(async () => {
        during ??= await contentHash(db, mailingId);
        return undefined;
      }),
    );
    await advance(db, accountId, mailingId);
    expect((await findMailing(db, accountId, mailingId))!.state).toBe('done');
    expect(during).toBe(begun);
    expect(await contentHash(db, mailingId)).toBe(begun);
    await sql`update mailing_content set subject = 'Other' where mailing_id = ${mailingId}`.execute(db);
    expect(await contentHash(db, mailingId), 'the hash tells').not.toBe(begun);
  });

  test('at every moment the states add up to those it was frozen with', async () => {
    const { kysely: db } = await open();
    const { mailingId } = await startedSendout(db);
    const sums = new Set<number>();
    let over = false;
    const watching = (async () => {
      while (!over) {
        const counts = Object.values(await outcomes({ db }, mailingId));
        sums.add(counts.reduce((sum, count) => sum + count, 0));
      }
    })();
    let handed = 0;
    await runToEnd(
      db,
      engineOf(async () => {
        const refused = ++handed % 10 === 0;
        return refused ? { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 nobody' } : undefined;
      }),
    );
    over = true;
    await watching;
    expect([...sums]).toEqual([people]);
    const counts = await outcomes({ db }, mailingId);
    const { recipients } = await db.selectFrom('sendout').select('recipients').executeTakeFirstOrThrow();
    expect(recipients).toBe(people);
    const logged = await db.selectFrom('delivery').select('id').where('mailing_id', '=', mailingId).execute();
    expect(logged).toHaveLength(counts.sent!);
    const bounces = await db.selectFrom('bounce').select('id').where('mailing_id', '=', mailingId).execute();
    expect(bounces).toHaveLength(people - counts.sent!);
  });

  test('nobody is given up for a 4xx before two days are over, and then bounces once', async () => {
    const { kysely: db } = await open();
    const { mailingId } = await startedSendout(db);
    const engine = engineOf(async () => ({
      concerns: 'mail',
      permanent: false,
      code: 451,
      message: '451 4.3.0 later',
    }));
    await db.deleteFrom('recipient_batch').execute();
    await sql`
      insert into recipient_batch (account_id, mailing_id, contact_ids)
      select account_id, mailing_id, array[min(contact_id)] from recipient group by account_id, mailing_id`.execute(db);
    const hours: number[] = [];
    for (let attempt = 1; attempt <= 60; attempt++) {
      await runToEnd(db, engine);
      const { rows } = await sql<{ state: string; hours: number; wait: number }>`
        select state, extract(epoch from now() - first_tried_at)::float8 / 3600 as hours,
          extract(epoch from next_at - now())::float8 as wait
        from recipient where attempt > 0`.execute(db);
      const [{ state, hours: passed, wait }] = rows as [(typeof rows)[number]];
      hours.push(passed);
      if (state === 'failed') break;
      expect(state).toBe('deferred');
      // The time until the next attempt passes; by a second more, because the columns round to milliseconds.
      await sql`
        update recipient set next_at = now() - interval '1 second', first_tried_at = first_tried_at - make_interval(secs => ${wait})
        where attempt > 0`.execute(db);
      await sql`update recipient_batch set due_at = now() - interval '1 second'`.execute(db);
      // In that time, the receiver's pace would have grown again.
      await db.deleteFrom('receiver_pace').execute();
    }
    expect(hours.at(-1)).toBeGreaterThan(47);
    expect(hours.at(-1)).toBeLessThan(48.1);
    expect(hours.length).toBeGreaterThan(48);
    const bounces = await db.selectFrom('bounce').select(['type', 'status_code']).execute();
    expect(bounces).toEqual([{ type: 'transient', status_code: '4.3.0' }]);
    expect((await outcomes({ db }, mailingId))['failed: 451 4.3.0 later']).toBe(1);
  });

  test('it is queued once, however many ask at the same time', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    await db.deleteFrom('recipient').execute();
    await db.deleteFrom('recipient_batch').execute();
    await db.updateTable('mailing').set({ state: 'draft' }).where('id', '=', mailingId).execute();
    const mailing = (await findMailing(db, accountId, mailingId))!;
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => db.transaction().execute((own) => queueSendout(own, mailing, 'user', null))),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
    await Promise.all(Array.from({ length: 8 }, () => advance(db, accountId, mailingId)));
    expect(await outcomes({ db }, mailingId)).toEqual({ pending: people });
  });
});
