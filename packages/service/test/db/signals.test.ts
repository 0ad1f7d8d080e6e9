import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { type Signal, sendSignal } from '../../src/platform/database/signals.ts';
import { advance, queuedSendout } from '../sending/harness.ts';
import { administer } from '../support/administration.ts';
import { emptyServerDatabase } from '../support/database.ts';

describe('signals between processes on a server', () => {
  /** Two processes' views of one database; the first listens. */
  async function pair() {
    const { config, remove } = await emptyServerDatabase();
    const [hearing, telling] = [await openServiceDatabase(config), await openServiceDatabase(config)];
    const heard: Signal[] = [];
    const signals = hearing.listen((signal) => heard.push(signal));
    await signals.ready;
    const close = async () => {
      await signals.close();
      await Promise.all([hearing.close(), telling.close()]);
      await remove();
    };
    return { db: telling.kysely, heard, close };
  }
  const heardAll = (heard: Signal[], wanted: Signal[]) => vi.waitFor(() => expect(heard).toEqual(wanted), 10_000);

  test('come when the transaction is committed, and not when it is undone', async () => {
    const { db, heard, close } = await pair();
    await db
      .transaction()
      .execute(async (transaction) => {
        await sendSignal(transaction, 'keys');
        throw new Error('undone');
      })
      .catch(() => {});
    await db.transaction().execute((transaction) => sendSignal(transaction, 'work'));
    await heardAll(heard, ['work']);
    await close();
  });

  test('what others say on the channel is no signal', async () => {
    const { db, heard, close } = await pair();
    await sql`select pg_notify('mailwright', 'nonsense'), pg_notify('other', 'keys')`.execute(db);
    await sendSignal(db, 'keys');
    await heardAll(heard, ['keys']);
    await close();
  });

  test('other workers are told when the recipients of a sendout are fixed', async () => {
    const { db, heard, close } = await pair();
    const { accountId, mailingId } = await queuedSendout(db);
    expect(heard).toEqual([]);
    await advance(db, accountId, mailingId);
    await heardAll(heard, ['work']);
    await close();
  });

  test('a revoked key is told', async () => {
    const { db, heard, close } = await pair();
    const account = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    const keys = administer(db);
    const about = { label: 'x', creator: 'test', rights: ['get' as const], networks: [], expires: null };
    const { id } = await keys.createKey({ account, ...about });
    await keys.revokeKey({ account, id });
    await heardAll(heard, ['keys']);
    await close();
  });

  test('all are given when the connection was lost, for any may have been missed', async () => {
    const { db, heard, close } = await pair();
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'mailwright signals' and datname = current_database()`.execute(db);
    await heardAll(heard, ['work', 'keys']);
    await sendSignal(db, 'work');
    await heardAll(heard, ['work', 'keys', 'work']);
    await close();
  });
});
