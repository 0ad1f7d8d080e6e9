import { describe, expect, test } from 'vitest';
import { hooks } from '../../src/app/compose.ts';
import { webhookListener, webhookSecret } from '../../src/events/index.ts';
import { findMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { type AccountEvent, type EventListener, publish } from '../../src/platform/events/publish.ts';
import { withHooks } from '../../src/platform/hooks/hooks.ts';
import { SecretBox } from '../../src/platform/secrets/box.ts';
import type { MailRefusal } from '../../src/sending/mail/transport.ts';
import { usualDatabases } from '../support/database.ts';
import { outcomes } from '../support/sendout.ts';
import { advance, engineOf, people, queuedSendout, runToEnd, startedSendout } from './harness.ts';

/** Dies when it is told of a mailing that comes into this state, as a process may. */
let dyingAt: string | undefined;
const events: EventListener = {
  wants: webhookListener.wants,
  async tell(db, accountId, told) {
    await webhookListener.tell(db, accountId, told);
    if (told.some((event) => event.type === 'mailing_state' && event.new_state === dyingAt)) throw new Error('crash');
  },
};

async function subscribe(db: Db, accountId: number, ...types: AccountEvent['type'][]) {
  const webhook = { account_id: accountId, url: 'https://hooks.example/', events: types, active: true };
  await db
    .insertInto('webhook')
    .values({
      ...webhook,
      secret: new SecretBox().seal(webhookSecret, { account: accountId, row: 0 }, new Uint8Array(32)),
    })
    .execute();
}

/** Events that were written down for webhooks. */
async function told(db: Db, type: AccountEvent['type']) {
  const rows = await db.selectFrom('webhook_event').selectAll().where('type', '=', type).orderBy('id').execute();
  return rows.map(({ contact_id, content }) => ({ contact_id, ...content }) as Record<string, unknown>);
}

describe.each(usualDatabases())('what is told while a mailing is sent, on $kind', (database) => {
  const open = async () => ({ kysely: withHooks((await database.open()).kysely, { ...hooks, events }) });
  test('a mailing moves and its event is written down, or neither', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await queuedSendout(db);
    await subscribe(db, accountId, 'mailing_state');
    const state = async () => (await findMailing(db, accountId, mailingId))!.state;
    const moves = async () =>
      (await db.selectFrom('mailing_transition').select('to_state').where('mailing_id', '=', mailingId).execute())
        .length;
    const before = await moves();
    const way = ['queued', 'checks', 'blacklist', 'preparing', 'sending'];
    for (const [taken, next] of way.slice(1).entries()) {
      dyingAt = next;
      await expect(advance(db, accountId, mailingId)).rejects.toThrow('crash');
      expect([await state(), await moves()]).toEqual([way[taken], before + taken]);
      expect((await told(db, 'mailing_state')).map(({ new_state }) => new_state)).toEqual(way.slice(1, taken + 1));
    }
    dyingAt = undefined;
    await advance(db, accountId, mailingId);
    await runToEnd(
      db,
      engineOf(async () => undefined),
    );
    dyingAt = 'done';
    await expect(advance(db, accountId, mailingId)).rejects.toThrow('crash');
    expect(await state()).toBe('sending');
    dyingAt = undefined;
    await advance(db, accountId, mailingId);
    expect((await told(db, 'mailing_state')).map(({ new_state }) => new_state)).toEqual([...way.slice(1), 'done']);
  });

  test('who is left out is told: when the recipients are fixed, and when a mail is about to be sent', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await queuedSendout(db);
    await subscribe(db, accountId, 'filtered');
    const ids = (await db.selectFrom('contact').select('id').orderBy('id').limit(4).execute()).map(({ id }) => id);
    const set = (id: number, values: object) =>
      db.updateTable('contact').set(values).where('account_id', '=', accountId).where('id', '=', id).execute();
    await set(ids[0]!, { unsubscribed_at: new Date() });
    await set(ids[1]!, { permission: 1 });
    await advance(db, accountId, mailingId);
    await set(ids[2]!, { blocked_at: new Date(), block_reason: 'blacklist' });
    await db.deleteFrom('contact').where('id', '=', ids[3]!).execute();
    await runToEnd(
      db,
      engineOf(async () => undefined),
    );
    const event = (place: number, reason: string) => ({ contact_id: ids[place], mailing_id: mailingId, reason });
    const [one, two, ...later] = await told(db, 'filtered');
    expect([one, two]).toEqual([event(0, 'unsubscribed'), event(1, 'permission')]);
    expect(later).toHaveLength(2);
    expect(later).toEqual(expect.arrayContaining([event(2, 'blacklist'), event(3, 'erased')]));
    expect(await outcomes({ db }, mailingId)).toEqual({
      sent: people - 4,
      'skipped: blacklist': 1,
      'skipped: erased': 1,
    });
  });

  test('mails of two mailings that come back are told in the same turn', async () => {
    const { kysely: db } = await open();
    const one = await startedSendout(db);
    const two = await startedSendout(db);
    await subscribe(db, one.accountId, 'bounce');
    const refusal: MailRefusal = { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 no such user' };
    await runToEnd(
      db,
      engineOf(async () => refusal),
    );
    for (const { mailingId } of [one, two]) {
      expect(await outcomes({ db }, mailingId)).toEqual({ [`failed: ${refusal.message}`]: people });
    }
    expect(await told(db, 'bounce')).toHaveLength(people);
  });

  test('nothing is told outside of a transaction', async () => {
    const { kysely: db } = await open();
    const event = { type: 'filtered', contact_id: 1, mailing_id: 1, reason: 'blocked' } as const;
    await expect(publish(db, 1, [event])).rejects.toThrow('in the transaction');
  });
});
