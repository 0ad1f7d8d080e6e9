import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client, DispatchOptions } from '@mailwright/client';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runTriggerJob } from '../../src/events/triggers/run-job.ts';
import { createFetcher, type GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

interface Item {
  title: string;
  day: number;
  guid?: string;
}

const hour = 3_600_000;

/** Not from the memory of the last ten minutes. */
const fetchAnew: GuardedFetch = async (url, options) => {
  const fetcher = createFetcher({ allows: (address) => address === '127.0.0.1' });
  return fetcher.fetch(url, options).finally(fetcher.close);
};

describe.each(usualDatabases())('trigger mailings upon a feed, on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  let web: Server;
  let feed: string;
  let filter: number;
  let items: Item[] = [];
  let status = 200;
  let asked = 0;
  let made = 0;
  let taken = 0;
  beforeAll(async () => {
    web = createServer((_request, response) => {
      asked++;
      const texts = items.map(
        ({ title, day, guid = title }) =>
          `<item><title>${title}</title><link>https://news.example/${title}</link><guid>${guid}</guid><pubDate>${new Date(Date.UTC(2031, 0, day)).toUTCString()}</pubDate></item>`,
      );
      const head = '<title>News</title><link>https://news.example/</link><description>All</description>';
      response.writeHead(status, { 'content-type': 'application/rss+xml' });
      response.end(`<?xml version="1.0"?><rss version="2.0"><channel>${head}${texts.join('')}</channel></rss>`);
    }).listen(0, '127.0.0.1');
    await once(web, 'listening');
    feed = `http://127.0.0.1:${(web.address() as AddressInfo).port}/news.xml`;
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
    const rule = { field: 'CITY', is_customfield: false, operator: 'EQUALS', type: 'string', value: 'Bonn' } as const;
    filter = await client.contactFilters.create({ body: { name: 'Readers', match: 'all', rules: [rule] } }).orThrow();
    const body = { standard_fields: [{ name: 'CITY', value: 'Bonn' }] };
    await client.contacts.createByEmail({ email: 'reader@example.org', permission: 2, body }).orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
    web?.close();
  });
  beforeEach(() => {
    items = [];
    status = 200;
    asked = 0;
  });

  /** Runs what is due at a time of the clock, as so many instances would. */
  const runAt = (time: Date, instances = 1) =>
    Promise.all(
      Array.from({ length: instances }, () =>
        runDueJobs(
          service.db,
          [runTriggerJob(fetchAnew, service.wakeWorker)],
          () => {},
          () => time,
        ),
      ),
    );
  const runsOf = (mailing: number) =>
    service.db
      .selectFrom('trigger_run')
      .select(['recipients', 'fault'])
      .where('mailing_id', '=', mailing)
      .orderBy('planned_at')
      .execute();
  const reached = async (mailing: number) => (await runsOf(mailing)).map(({ recipients }) => recipients);
  const nextOf = async (mailing: number) => {
    const jobs = service.db.selectFrom('job').select('due_at').where('kind', '=', 'run-trigger');
    return (await jobs.where('key', '=', String(mailing)).executeTakeFirstOrThrow()).due_at;
  };
  const anyMail = async () => (await smtp.mailTo('reader@example.org', ++taken)).email;
  /** The next mail, which must be one of the mailing. */
  const nextMail = async (subject: string) => {
    const email = await anyMail();
    expect(email.subject).toBe(subject);
    return email;
  };
  const itemsOf = (email: Email) => [...email.html!.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text);
  /** The items that the next mail shows. */
  const shown = async (subject: string) => itemsOf(await nextMail(subject));

  async function release(options: Partial<DispatchOptions> = {}, blockUrl = feed): Promise<[number, string]> {
    const name = `Feed ${++made}`;
    const mailingid = await client.mailings.create({ name, subject: name, type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.org' }).orThrow();
    const block = `<!--rss url="${blockUrl}" count="3"--><li>[[RSS|TITLE]] ([[RSS|PUBDATE]])</li><!--/rss-->`;
    await client.mailings
      .setHtml({ mailingid, body: `<p>Dear [[CONTACT|CITY]]</p><ul>${block}</ul><a href="[[LINK|ONLINE]]">online</a>` })
      .orThrow();
    const body: DispatchOptions = {
      type: 'MULTI',
      target: 'RSS',
      contact_filter_id: filter,
      interval: 'HOUR',
      minutes: 0,
      rss_feed_url: feed,
      start_trigger: true,
      ...options,
    };
    await client.triggerMailings.createDispatching({ mailingid, body }).orThrow();
    return [mailingid, name];
  }

  test('each item is sent once, however many instances run and whatever the feed keeps', async () => {
    const [mailing, name] = await release();
    items = [
      { title: 'one', day: 1 },
      { title: 'two', day: 2 },
    ];
    await runAt(await nextOf(mailing), 3);
    expect(await shown(name)).toEqual(['two (January 2, 2031)', 'one (January 1, 2031)']);
    expect(await reached(mailing)).toEqual([1]);
    await runAt(await nextOf(mailing), 2);
    expect(await reached(mailing)).toEqual([1, 0]);
    items = [{ title: 'three', day: 3 }, ...items, { title: 'one again', guid: 'one', day: 4 }];
    await runAt(await nextOf(mailing));
    expect(await shown(name)).toEqual(['three (January 3, 2031)']);
    expect(await reached(mailing)).toEqual([1, 0, 1]);
  });

  test('what one mail shows, another one does not count as seen', async () => {
    items = [{ title: 'shared', day: 5 }];
    const released = [await release(), await release()];
    for (const [mailing] of released) await runAt(await nextOf(mailing));
    // Both run at the same hour, and their mails arrive in any order.
    const emails = [await anyMail(), await anyMail()];
    expect(emails.map((email) => [email.subject, itemsOf(email)]).sort()).toEqual(
      released.map(([, name]) => [name, ['shared (January 5, 2031)']]),
    );
  });

  test('too few new items wait for others, and are then shown together in the wanted order', async () => {
    const [mailing, name] = await release({ rss_min_new_entries: 2, rss_order_by: 'TITLE', rss_order_asc: true });
    items = [{ title: 'b', day: 1 }];
    await runAt(await nextOf(mailing));
    items = [
      { title: 'c', day: 1 },
      { title: 'a', day: 2 },
    ];
    await runAt(await nextOf(mailing));
    expect(await shown(name)).toEqual(['a (January 2, 2031)', 'c (January 1, 2031)']);
    expect(await reached(mailing)).toEqual([0, 1]);
  });

  test('a feed that cannot be read is tried again for a while; the next run goes on', async () => {
    const [mailing, name] = await release();
    const planned = await nextOf(mailing);
    status = 503;
    for (let seconds = 0; seconds <= 600; seconds += 10) await runAt(new Date(planned.getTime() + seconds * 1000));
    expect(asked).toBe(5);
    expect(await runsOf(mailing)).toEqual([
      { recipients: 0, fault: `The feed ${feed} cannot be read: its status is 503` },
    ]);
    const next = await nextOf(mailing);
    expect(next.getTime() - planned.getTime()).toBe(hour);
    status = 200;
    items = [{ title: 'after all', day: 9 }];
    await runAt(next);
    expect(await shown(name)).toEqual(['after all (January 9, 2031)']);
  });

  test('a private address is not asked', async () => {
    const [mailing] = await release({ rss_feed_url: 'http://127.0.0.2/feed' });
    const planned = await nextOf(mailing);
    for (let seconds = 0; seconds <= 600; seconds += 10) await runAt(new Date(planned.getTime() + seconds * 1000));
    expect((await runsOf(mailing))[0]).toMatchObject({ recipients: 0, fault: expect.stringContaining('127.0.0.2') });
  });

  test('a run that comes too late is dropped, and its items are those of the next one', async () => {
    const [mailing, name] = await release({ interval: 'DAY', hours: 7 });
    items = [{ title: 'late', day: 1 }];
    const planned = await nextOf(mailing);
    await runAt(new Date(planned.getTime() + 25 * hour));
    expect(await reached(mailing)).toEqual([null]);
    await runAt(await nextOf(mailing));
    expect(await shown(name)).toEqual(['late (January 1, 2031)']);
  });

  test('the online version shows the items of its mail, also when there are newer ones', async () => {
    const [mailing, name] = await release();
    items = [{ title: 'first', day: 1 }];
    await runAt(await nextOf(mailing));
    const email = await nextMail(name);
    items = [{ title: 'second', day: 2 }];
    await runAt(await nextOf(mailing));
    expect(await shown(name)).toEqual(['second (January 2, 2031)']);
    const [, online] = /href="([^"]*\/v\/[^"]*)"/.exec(email.html!)!;
    const page = await (await service.fetch(online!)).text();
    expect(page).toContain('<li>first (January 1, 2031)</li>');
    expect(page).toContain('Dear Bonn');
  });

  test('the subject, the preview text and the text show the items too; the head the first one', async () => {
    const name = `Feed ${++made}`;
    const subject = 'News: [[RSS|TITLE]]';
    const mailingid = await client.mailings.create({ name, subject, type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>[[MAILING|SUBJECT]]</p>' }).orThrow();
    await client.mailings.setPreviewText({ mailingid, body: 'of [[RSS|PUBDATE]]' }).orThrow();
    const text = `Items\n<!--rss url="${feed}" count="2"-->\n* [[RSS|TITLE]]: [[RSS|LINK]]\n<!--/rss-->`;
    await client.mailings.setText({ mailingid, body: text }).orThrow();
    const upon = { type: 'MULTI', contact_filter_id: filter, interval: 'HOUR', minutes: 0 } as const;
    const without = await client.triggerMailings.createDispatching({
      mailingid,
      body: { ...upon, target: 'CONTACTFILTER', start_trigger: true },
    });
    expect(without).toMatchObject({ status: 400, error: { message: expect.stringContaining('RSS|TITLE') } });
    const body = { ...upon, target: 'RSS', rss_feed_url: feed, start_trigger: true } as const;
    await client.triggerMailings.createDispatching({ mailingid, body }).orThrow();
    items = [
      { title: 'older', day: 1 },
      { title: '[[CONTACT|EMAIL]]', day: 3 },
      { title: 'old', day: 2 },
    ];
    await runAt(await nextOf(mailingid));
    const email = await nextMail('News: [\u2060[\u2060CONTACT|EMAIL]]');
    expect(email.html).toContain('of January 3, 2031');
    expect(email.html!.replaceAll('\u2060', '')).toContain('<p>News: [[CONTACT|EMAIL]]</p>');
    expect(email.text!.replaceAll('\u2060', '').trimEnd()).toMatch(
      /^Items\n\* \[\[CONTACT\|EMAIL\]\]: .*\n\* old: .*$/,
    );
  });

  test('a trigger with a block that cannot be filled does not start', async () => {
    const mailingid = await client.mailings.create({ name: 'Broken', subject: 'x', type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: `<!--rss url="${feed}" count="99"--><!--/rss-->` }).orThrow();
    const body: DispatchOptions = {
      type: 'MULTI',
      target: 'RSS',
      contact_filter_id: filter,
      interval: 'HOUR',
      rss_feed_url: feed,
      start_trigger: true,
    };
    const result = await client.triggerMailings.createDispatching({ mailingid, body });
    expect(result).toMatchObject({ status: 400, error: { message: expect.stringContaining('must be 1 to 50') } });
  });
});
