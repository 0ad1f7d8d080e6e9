import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(usualDatabases())('dispatching on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let event: number;
  let filter: number;
  let names = 0;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    event = await client.transactions.createType({ body: { name: 'order' } }).orThrow();
    const rules = [{ field: 'CITY', operator: 'NOTEMPTY' } as const];
    filter = await client.contactFilters.create({ body: { name: 'Somewhere', rules } }).orThrow();
  });
  afterAll(() => service?.close());

  async function trigger(complete = true): Promise<number> {
    const mailingid = await client.mailings
      .create({ name: `Trigger ${names++}`, subject: 'x', type: 'trigger' })
      .orThrow();
    if (!complete) return mailingid;
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>x</p>' }).orThrow();
    return mailingid;
  }
  const put = (mailingid: number, body: string) =>
    callRaw(service, {
      method: 'PUT',
      path: `/mailings/${mailingid}/dispatching`,
      headers: { 'content-type': 'application/vnd.service.api+xml' },
      body,
    });
  const get = (mailingid: number) => client.triggerMailings.getDispatching({ mailingid }).orThrow();
  const state = (mailingid: number) => client.mailings.getState({ mailingid }).orThrow();

  test('a trigger is made, started, read, and deleted', async () => {
    const mailingid = await trigger();
    await client.triggerMailings
      .createDispatching({
        mailingid,
        body: {
          type: 'MULTI',
          target: 'RSS',
          speed_level: 'HIGH',
          interval: 'MONTH',
          day_of_month: 31,
          hours: 9,
          minutes: 15,
          contact_filter_id: filter,
          rss_feed_url: 'https://blog.example.org/feed',
          rss_unique_feature: 'LINK',
          rss_order_by: 'TITLE',
          rss_order_asc: true,
          rss_min_new_entries: 3,
          delivery_limit: 2,
          delivery_limit_unit: 'WEEK',
        },
      })
      .orThrow();
    const wanted = {
      type: 'MULTI',
      target: 'RSS',
      speed_level: 'HIGH',
      interval: 'MONTH',
      day_of_month: 31,
      hours: 9,
      minutes: 15,
      contact_filter_id: filter,
      rss_feed_url: 'https://blog.example.org/feed',
      rss_unique_feature: 'LINK',
      rss_order_by: 'TITLE',
      rss_order_asc: true,
      rss_min_new_entries: 3,
      delivery_limit: 2,
      delivery_limit_unit: 'WEEK',
    };
    expect(await get(mailingid)).toEqual({ ...wanted, start_trigger: false });
    expect(await state(mailingid)).toBe('draft');
    expect(await client.contactFilters.delete({ contactFilterId: filter })).toMatchObject({ status: 409 });

    await client.mailingActions.activateDispatching({ mailingid }).orThrow();
    expect(await get(mailingid)).toEqual({ ...wanted, start_trigger: true });
    expect(await state(mailingid)).toBe('released');
    expect((await client.mailingActions.activateDispatching({ mailingid })).status).toBe(409);
    expect((await client.mailings.setSubject({ mailingid, body: 'y' })).status).toBe(409);
    await client.mailingActions.pause({ mailingid }).orThrow();
    expect((await client.triggerMailings.deleteDispatching({ mailingid })).status).toBe(409);
    await client.mailingActions.resume({ mailingid }).orThrow();

    await client.triggerMailings.deleteDispatching({ mailingid }).orThrow();
    expect(await state(mailingid)).toBe('draft');
    expect((await client.triggerMailings.getDispatching({ mailingid })).status).toBe(404);
    expect((await client.mailingActions.activateDispatching({ mailingid })).status).toBe(404);
  });

  test('as clients of the family write it: other root, both names of the event, small letters', async () => {
    const mailingid = await trigger();
    const both = `<event>${event}</event><event_id>${event}</event_id>`;
    const body = `<mailing><type>single</type>${both}<start_trigger>true</start_trigger></mailing>`;
    expect((await put(mailingid, body)).status).toBe(200);
    expect(await get(mailingid)).toEqual({
      type: 'SINGLE',
      event: String(event),
      speed_level: 'LOW',
      delivery_limit: 0,
      start_trigger: true,
    });
    expect((await put(mailingid, body)).status).toBe(409);
    expect(await client.transactions.deleteType({ transactionTypeId: String(event) })).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('Transaction type "order" triggers the mailing') },
    });
  });

  test('a later one takes the place of an earlier one', async () => {
    const mailingid = await trigger(false);
    await put(mailingid, `<dispatch_options><type>SINGLE</type><event>${event}</event></dispatch_options>`);
    await put(mailingid, '<dispatch_options><type>SINGLE</type><event>doi_confirmed</event></dispatch_options>');
    expect(await get(mailingid)).toMatchObject({ type: 'SINGLE', event: 'DOI_CONFIRMED' });
    await put(mailingid, '<dispatch_options><type>external</type></dispatch_options>');
    expect(await get(mailingid)).toEqual({
      type: 'EXTERNAL',
      speed_level: 'LOW',
      delivery_limit: 0,
      start_trigger: false,
    });
  });

  test('what is refused, and why; nothing is left of it', async () => {
    const [bare, regular] = [
      await trigger(false),
      await client.mailings.create({ name: 'No trigger', subject: 'x' }).orThrow(),
    ];
    const stranger = await insertAccount(service.db, { name: 'other', domain: 'example.net' });
    const foreign = await service.db
      .insertInto('transaction_type')
      .values({ account_id: stranger, name: 'theirs' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows: [mailing: number, inner: string, status: number, message: string][] = [
      [bare, '<type>SINGLE</type>', 400, 'event is required with type SINGLE'],
      [bare, '<type>TWICE</type>', 400, 'type'],
      [bare, '<event>68</event>', 400, 'type'],
      [
        bare,
        '<type>SINGLE</type><event>birthday</event>',
        400,
        'event must be the id of a transaction type or DOI_CONFIRMED',
      ],
      [bare, '<type>SINGLE</type><event>404404</event>', 404, 'Transaction type with id 404404 not found.'],
      [bare, `<type>SINGLE</type><event>${foreign.id}</event>`, 404, 'not found'],
      [
        bare,
        '<type>MULTI</type><target>CONTACTFILTER</target><interval>HOUR</interval><contact_filter_id>404404</contact_filter_id>',
        404,
        'Contact filter with id 404404 not found.',
      ],
      [bare, '<type>MULTI</type><target>CONTACTFILTER</target><interval>DAY</interval><hours>24</hours>', 400, 'hours'],
      [
        bare,
        `<type>SINGLE</type><event>${event}</event><start_trigger>true</start_trigger>`,
        400,
        'missing: content (html or text), sender',
      ],
      [regular, `<type>SINGLE</type><event>${event}</event>`, 400, 'this operation is for trigger mailings'],
      [404404, `<type>SINGLE</type><event>${event}</event>`, 404, 'Mailing with id 404404 not found.'],
    ];
    for (const [mailing, inner, status, message] of rows) {
      const answer = await put(mailing, `<dispatch_options>${inner}</dispatch_options>`);
      const wanted = [inner, status, expect.stringContaining(message)];
      expect([inner, answer.status, messageOf(answer)]).toEqual(wanted);
    }
    expect((await client.triggerMailings.getDispatching({ mailingid: bare })).status).toBe(404);
    for (const mailingid of [regular, 404404]) {
      const wanted = mailingid === regular ? 400 : 404;
      expect((await client.triggerMailings.getDispatching({ mailingid })).status).toBe(wanted);
      expect((await client.triggerMailings.deleteDispatching({ mailingid })).status).toBe(wanted);
      expect((await client.mailingActions.activateDispatching({ mailingid })).status).toBe(wanted);
    }
    await put(bare, `<dispatch_options><type>SINGLE</type><event>${event}</event></dispatch_options>`);
    expect((await client.mailingActions.activateDispatching({ mailingid: bare })).status).toBe(400);
    expect(await state(bare)).toBe('draft');
  });
});
