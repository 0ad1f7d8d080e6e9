import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { dump } from '../support/dump.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { browser } from '../support/tracked-mailing.ts';

const html =
  '<p>News</p><a href="[[LINK|PROFILE]]">preferences</a> <a href="https://shop.example.com/">shop</a> <a href="[[LINK|UNSUBSCRIBE]]">leave</a>';

describe.each(usualDatabases())('the data of a contact in its own hands, on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const { client, db } = service;
    await db.deleteFrom('contact').execute();
    for (const name of ['ada', 'bob', 'eve']) {
      const body = { standard_fields: [{ name: 'FIRSTNAME' as const, value: name }] };
      await client.contacts.createByEmail({ email: `${name}@reader.example`, permission: 5, body }).orThrow();
    }
    const mailingid = await createSendout(service, html);
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const newsletterTo = async (name: string) => (await smtp.mailTo(`${name}@reader.example`)).email.html!;
  const preferencesOf = async (name: string) => /https:\/\/[^"]+\/p\/[\w-]+/.exec(await newsletterTo(name))![0];
  const ask = async (name: string) => {
    const answer = await service.fetch(`${await preferencesOf(name)}/own-data`, { method: 'POST' });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  /** The link of the first mail with one. */
  async function linkOf(name: string): Promise<string> {
    await ask(name);
    const mail = await smtp.mailTo(`${name}@reader.example`, 2);
    expect(mail.raw.toString()).not.toMatch(/^List-/im);
    return /https:\/\/\S+\/own-data\/[\w-]+/.exec(mail.email.text!)![0];
  }
  const status = async (url: string, body?: URLSearchParams) =>
    (await service.fetch(url, body ? { method: 'POST', body } : {})).status;

  test('the copy has the fields, the mails and the clicks; GET changes nothing', async () => {
    const link = await linkOf('ada');
    const hrefs = Array.from((await newsletterTo('ada')).matchAll(/href="([^"]+)"/g), ([, href]) => href!);
    const agent = { 'user-agent': browser };
    const shop = hrefs.find((href) => href.startsWith(service.origin) && !/\/[pu]\//.test(href))!;
    await service.fetch(shop, { redirect: 'manual', headers: agent });
    const copy = async () => (await service.fetch(`${link}/data.json`)).json();
    const clicked = { url: 'https://shop.example.com/', user_agent: browser };
    await vi.waitFor(async () => expect(await copy()).toMatchObject({ clicks: [clicked], openings: [{}] }));
    const before = await dump(service.db);
    const page = await service.fetch(link);
    expect([page.status, (await page.text()).includes('Download my data')]).toEqual([200, true]);
    const answer = await service.fetch(`${link}/data.json`);
    expect(answer.headers.get('content-disposition')).toContain('my-data.json');
    expect(await answer.json()).toMatchObject({
      contact: { email: 'ada@reader.example', standard_fields: { FIRSTNAME: 'ada' }, state: { state: 'subscribed' } },
      mails: [{ subject: 'News' }],
      single_mails: [{ tags: ['own-data'] }],
      unsubscriptions: [],
      answers: [],
    });
    expect(await dump(service.db)).toBe(before);
  });

  test('the erasure asks once more, deletes everything, and ends the link', async () => {
    const link = await linkOf('bob');
    expect(await status(link, new URLSearchParams())).toBe(400);
    const erased = await service.fetch(link, { method: 'POST', body: new URLSearchParams({ sure: 'true' }) });
    expect(await erased.text()).toContain('Your data is deleted');
    expect((await service.client.contacts.getByEmail({ email: 'bob@reader.example' })).response?.status).toBe(404);
    expect(await dump(service.db)).not.toContain('bob@reader.example');
    expect([await status(link), await status(link, new URLSearchParams({ sure: 'true' }))]).toEqual([404, 404]);
    expect(await service.db.selectFrom('unsubscription').select(['contact_id', 'source']).execute()).toEqual([
      { contact_id: null, source: 'link' },
    ]);
  });

  test('a link is no good for others, for another address, or changed; a page sends three in a day', async () => {
    const link = await linkOf('eve');
    expect(await ask('eve')).toContain('We have sent you an email');
    expect(await ask('eve')).toContain('We have sent you an email');
    expect(await ask('eve')).toContain('several times today');
    const { id } = await service.client.contacts.getByEmail({ email: 'ada@reader.example' }).orThrow();
    const other = link.replace(/(own-data\/en-\d+-)\d+/, `$1${id}`);
    expect([await status(other), await status(link.slice(0, -1)), await status(`${link}/data.json`)]).toEqual([
      404, 404, 200,
    ]);
    const body = { email: 'evelyn@reader.example' };
    await service.client.contacts.updateByEmail({ email: 'eve@reader.example', body }).orThrow();
    expect(await status(link)).toBe(404);
  });
});
