import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { administer } from '../support/administration.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(databases())('relays of an account on $kind', ({ open }) => {
  let service: TestService;
  let other: number;
  const relays = () => service.client.account.getRelays().orThrow();

  beforeAll(async () => {
    service = await startTestService(await open());
    const operator = administer(service.db);
    const { db, accountId } = service;
    await operator.addRelay({ name: 'own', address: 'smtp://10.9.8.7', order: 10, perMinute: 600, warmUp: [200, 500] });
    await db.updateTable('relay').set({ day: sql<string>`(now() at time zone 'UTC')::date::text` }).execute();
    await db
      .updateTable('relay')
      .set({ sent_on_day: 150, deferred_on_day: 30, warm_up_day: 2, slowed_share: 0.2 })
      .where('name', '=', 'own')
      .execute();
    const down = {
      down_since: sql<Date>`now()`,
      down_until: new Date(1_900_000_000_000),
      down_reason: '421 10.9.8.7 busy',
    };
    await db.updateTable('relay').set(down).where('name', '=', 'own').execute();
    const { id } = await db.selectFrom('relay').select('id').where('name', '=', 'own').executeTakeFirstOrThrow();
    for (const receiver of ['google', 'customer.example']) {
      const pace = { ceiling: 60, slowed_at: new Date(), tokens: 0, filled_at: new Date(), asked_at: new Date() };
      await db
        .insertInto('receiver_pace')
        .values({
          ...pace,
          relay_id: id,
          receiver,
          reason: `450 4.7.1 Too many mails of customer.example (${accountId})`,
        })
        .execute();
    }
  });
  afterAll(() => service?.close());

  test('show an account that is alone what slows its mails down', async () => {
    expect(await relays()).toMatchObject([
      {
        name: 'own',
        state: 'down',
        until: 1_900_000_000_000,
        reason: '421 10.9.8.7 busy',
        per_minute: 600,
        sent_today: 150,
        deferred_today: 30,
        warm_up: { day: 2, days: 2, per_day: 500, deferred_share: expect.closeTo(0.2) },
        receivers: [
          { name: 'customer.example', per_minute: 42, reason: expect.stringContaining('450 4.7.1') },
          { name: 'google', per_minute: 42 },
        ],
      },
      { name: 'default', state: 'up', receivers: [] },
    ]);
    // Nothing counts mails where there are no limits.
    expect((await relays())[1]).not.toHaveProperty('sent_today');
  });

  test('that others use too tell nothing of their mails', async () => {
    other = await insertAccount(service.db, { name: 'Other', domain: 'other.example' });
    const [shared] = await relays();
    expect(shared).toEqual({
      name: 'own',
      state: 'down',
      until: 1_900_000_000_000,
      per_minute: 600,
      warm_up: expect.anything(),
      receivers: [{ name: 'google', per_minute: 42, asked: expect.any(Number) }],
    });
    const operator = administer(service.db);
    await operator.setRelay({ name: 'own', accounts: [service.accountId] });
    // What was counted and said before is still about mails of others.
    const [own] = await relays();
    expect(own).not.toHaveProperty('sent_today');
    expect(own!.receivers.map(({ name, reason }) => [name, reason])).toEqual([['google', undefined]]);
    const { db } = service;
    await db
      .updateTable('receiver_pace')
      .set({ asked_at: sql<Date>`now()` })
      .where('receiver', '<>', 'google')
      .execute();
    expect((await relays())[0]!.receivers).toMatchObject([{ name: 'customer.example', reason: expect.anything() }, {}]);
    await db.updateTable('relay').set({ rules_changed_at: sql<Date>`now() - interval '1 day'` }).execute();
    expect((await relays())[0]).toMatchObject({ sent_today: 150, deferred_today: 30 });
  });

  test('with a DKIM key of their own name it', async () => {
    const named = service.db.updateTable('relay').where('name', '=', 'own');
    await named.set({ dkim_key: 's2._domainkey.example.com' }).execute();
    expect((await relays())[0]).toMatchObject({ dkim_key: 's2._domainkey.example.com' });
    await named.set({ dkim: false }).execute();
    expect((await relays())[0]).not.toHaveProperty('dkim_key');
  });

  test('that are meant for others are not shown', async () => {
    const operator = administer(service.db);
    await operator.setRelay({ name: 'own', accounts: [other] });
    expect((await relays()).map(({ name }) => name)).toEqual(['default']);
    const mailing = await service.client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
    await operator.setRelay({ name: 'own', forAll: true, mailings: [mailing] });
    expect((await relays()).map(({ name }) => name)).toEqual(['own', 'default']);
    const names = { name: 'News', name_folded: 'news', creator_name: 'x', creator_folded: 'x' };
    const foreign = service.db.insertInto('mailing').values({ account_id: other, ...names });
    const { id } = await foreign.returning('id').executeTakeFirstOrThrow();
    await operator.setRelay({ name: 'own', mailings: [id] });
    expect((await relays()).map(({ name }) => name)).toEqual(['default']);
  });
});
