import type { TransactionalMailDraft } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const person = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const secret = 'https://shop.example.com/reset/7f3a';
const shop = 'https://shop.example.com/offers?a=1&b=2#top';

describe.each(databases())('tracked transactional mails on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const hook = { url: 'https://hooks.example.com/mail', events: ['transactional_mail' as const] };
    await service.client.webhooks.create({ body: hook }).orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const bodyOf = (email: string, draft: Partial<TransactionalMailDraft>): TransactionalMailDraft => ({
    to: [{ email }],
    from: { email: 'service@example.com' },
    subject: 'Hello',
    html: `<p><a href="{{ event.link }}">Reset</a> <a href="${shop.replace('&', '&amp;')}">Shop</a></p>`,
    text: `Reset: {{ event.link }}\nShop: ${shop}\n`,
    data: { link: secret },
    ...draft,
  });
  const send = async (email: string, draft: Partial<TransactionalMailDraft>) => {
    const [receipt] = await service.client.transactionalMails.send({ body: bodyOf(email, draft) }).orThrow();
    const mail = await smtp.mailTo(email);
    await vi.waitFor(async () => expect(await steps(receipt!.id)).toContain('delivered'));
    return { id: receipt!.id, ...mail };
  };
  const story = async (mailId: string) => (await service.client.transactionalMails.get({ mailId }).orThrow()).events;
  const steps = async (mailId: string) => (await story(mailId)).map(({ step }) => step);
  const visit = (url: string, init: RequestInit = {}) =>
    service.fetch(url, { redirect: 'manual', ...init, headers: { 'user-agent': person, ...init.headers } });
  const linksOf = (html: string | undefined) =>
    [...html!.matchAll(/(?:href|src)=["']([^"']*)["']/g)].map(([, url]) => url!.replaceAll('&amp;', '&'));

  test('openings and clicks are steps, and links with data stay as they are', async () => {
    const { id, email } = await send('ada@example.org', { track: { opens: true, clicks: 'fixed' } });
    const [reset, link, pixel] = linksOf(email.html) as [string, string, string];
    expect(reset).toBe(secret);
    expect(email.text).toContain(`Reset: ${secret}\n`);
    expect(email.text).toContain(`Shop: ${link}`);
    expect((await visit(pixel)).headers.get('content-type')).toBe('image/gif');
    await visit(pixel);
    const answer = await visit(link);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, shop]);
    await visit(link);
    expect(await story(id)).toMatchObject([
      { step: 'accepted' },
      { step: 'delivered' },
      { step: 'opened' },
      { step: 'clicked', reason: 'https://shop.example.com' },
    ]);
    const { state } = await service.client.transactionalMails.get({ mailId: id }).orThrow();
    expect(state).toBe('delivered');
    const events = await service.db
      .selectFrom('webhook_event')
      .select('content')
      .where(sql<boolean>`content ->> 'mail_id' = ${id}`)
      .orderBy('id')
      .execute();
    expect(events.map(({ content }) => (content as { step: string }).step)).toEqual(await steps(id));
  });

  test('programs and HEAD add no step', async () => {
    const { id, email } = await send('robot@example.org', { track: { opens: true, clicks: 'fixed' } });
    const [, link, pixel] = linksOf(email.html) as [string, string, string];
    expect((await visit(link, { headers: { 'user-agent': 'curl/8.0' } })).status).toBe(302);
    expect((await visit(pixel, { headers: { 'user-agent': 'Mozilla/5.0' } })).status).toBe(200);
    expect((await visit(link, { method: 'HEAD' })).status).toBe(302);
    expect(await steps(id)).toEqual(['accepted', 'delivered']);
  });

  test('the service redirects only to the links of its mails', async () => {
    const { id, email } = await send('forged@example.org', { track: { clicks: 'fixed' } });
    const [, link] = linksOf(email.html) as [string, string];
    const address = new URL(link);
    const forged = [
      `${address.origin}${address.pathname}?to=${encodeURIComponent('https://evil.example.net/')}`,
      `${address.origin}${address.pathname}`,
      `${address.origin}${address.pathname}.gif`,
      `${address.origin}/t/AAAA?to=${encodeURIComponent(shop)}`,
    ];
    for (const url of forged) expect((await visit(url)).status).toBe(404);
    expect(await steps(id)).toEqual(['accepted', 'delivered']);
  });

  test('texts without data have their links replaced only if all are asked for', async () => {
    const draft = (email: string, clicks: 'fixed' | 'all'): TransactionalMailDraft => ({
      to: [{ email }],
      from: { email: 'service@example.com' },
      subject: 'Hello',
      html: `<a href='${secret}?(a)'>Reset [[CONTACT|EMAIL]]</a>`,
      track: { clicks },
    });
    const { transactionalMails } = service.client;
    const { response } = await transactionalMails.send({ body: draft('no@example.org', 'fixed') });
    expect(response?.status).toBe(400);
    const [receipt] = await transactionalMails.send({ body: draft('all@example.org', 'all') }).orThrow();
    const { html } = (await smtp.mailTo('all@example.org')).email;
    expect(html).toContain('>Reset [[CONTACT|EMAIL]]</a>');
    const [link] = linksOf(html);
    expect((await visit(link!)).headers.get('location')).toBe(`${secret}?(a)`);
    expect(await steps(receipt!.id)).toContain('clicked');
    expect(JSON.stringify(await story(receipt!.id))).not.toContain('7f3a');
  });

  test('an unsubscription is a step, and unsubscribes the contact if there is one', async () => {
    const { client } = service;
    await client.contacts.createByEmail({ email: 'leaves@example.org', permission: 2, body: {} }).orThrow();
    for (const address of ['leaves@example.org', 'stranger@example.org']) {
      const { id, raw } = await send(address, { track: { unsubscriptions: true } });
      const [, page] = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(raw.toString().replace(/\r\n[ \t]+/g, ' '))!;
      expect(raw.toString()).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      expect(await (await visit(page!)).text()).toContain('<form method="post">');
      expect(await steps(id)).toEqual(['accepted', 'delivered']);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      for (let times = 0; times < 2; times++) {
        const answer = await visit(page!, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
        expect(answer.status).toBe(200);
      }
      expect(await steps(id)).toEqual(['accepted', 'delivered', 'unsubscribed']);
    }
    const { rows } = await sql<{ email: string; left: boolean }>`
      select email, unsubscribed_at is not null as left from contact
      where account_id = ${service.accountId} and email in ('leaves@example.org', 'stranger@example.org')`.execute(
      service.db,
    );
    expect(rows).toEqual([{ email: 'leaves@example.org', left: true }]);
  });
});
