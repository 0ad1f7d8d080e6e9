import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { confirmLink, createOptInMailing, endsOfMails, releaseOptInMailing } from '../support/opt-in.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

describe.each(usualDatabases())('double opt-in on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  let mailingid: number;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
    mailingid = await releaseOptInMailing(service, 'default');
    await releaseOptInMailing(service, 'german', 'de_AT');
    await createOptInMailing(service, 'draft');
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const permissionOf = async (email: string) => (await client.contacts.getByEmail({ email }).orThrow()).permission;
  const ask = (email: string, more = {}) =>
    client.contacts.createByEmail({ email, doi: true, src: 'shop', subscription_page: 'footer', body: {}, ...more });
  const linkTo = async (email: string, number = 1) => confirmLink((await smtp.mailTo(email, number)).email);
  const visit = async (link: string, method = 'GET') => {
    const answer = await service.fetch(link, { method, headers: { 'user-agent': 'Browser/1.0' } });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  /** Everything that a page could change. */
  const state = async () => {
    const { db } = service;
    const [contacts, requests, subscriptions] = await Promise.all([
      db.selectFrom('contact').selectAll().orderBy('id').execute(),
      db.selectFrom('opt_in_request').selectAll().orderBy('id').execute(),
      db.selectFrom('subscription').selectAll().orderBy('id').execute(),
    ]);
    return { contacts, requests, subscriptions };
  };
  const ends = () => endsOfMails(service);

  test('asked, received, looked at three times, confirmed, in the report', async () => {
    const email = 'zoe@example.org';
    const id = await ask(email, {
      doiplus: true,
      permission: 5,
      body: { standard_fields: [{ name: 'FIRSTNAME', value: 'Zoë <3' }] },
    }).orThrow();
    expect(await permissionOf(email)).toBe(1);
    const mail = await smtp.mailTo(email);
    expect(mail.from).toBe('news@example.com');
    expect(mail.email.html).toContain('<p>Hello Zoë &lt;3</p>');
    expect(mail.email.subject).toBe('Please confirm');
    expect(mail.email.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    const link = confirmLink(mail.email);
    expect(link).toMatch(new RegExp(`^${service.origin}/doi/[\\w-]{22}$`));

    await ends();
    const before = await state();
    for (let i = 0; i < 3; i++) {
      const page = await visit(link);
      expect(page.status).toBe(200);
      expect(page.text).toContain(email);
      expect(page.text.match(/<button/g)).toHaveLength(1);
      expect(page.text).not.toContain('<script');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await visit(link, 'HEAD')).status).toBe(200);
    expect(await state()).toEqual(before);

    const since = Date.now() - 60_000;
    expect((await visit(link, 'POST')).text).toContain('Your subscription is confirmed');
    expect(await permissionOf(email)).toBe(5);
    const request = before.requests[0]!;
    const after = await service.db.selectFrom('opt_in_request').selectAll().where('id', '=', request.id).execute();
    expect(after).toEqual([
      {
        ...request,
        page: 'footer',
        source: 'shop',
        requested_ip: '127.0.0.0',
        confirmed_at: expect.any(Date),
        confirmed_ip: '127.0.0.0',
        user_agent: 'Browser/1.0',
      },
    ]);

    const again = await state();
    for (const method of ['POST', 'GET']) expect((await visit(link, method)).text).toContain('already confirmed');
    expect(await state()).toEqual(again);

    const { items } = await client.reports.listSubscribers({ mailing_id: [mailingid], from_date: since }).orThrow();
    expect(items).toEqual([
      {
        contact: expect.objectContaining({ id, email, permission: 5, permissionType: 5 }),
        mailing_id: mailingid,
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        ip: '127.0.0.0',
      },
    ]);
    expect(await client.reportCounts.subscribers({ emails: [email] }).orThrow()).toBe(1);
  });

  test('a page in the language of the mailing', async () => {
    await ask('anna@example.org', { doimailing: 'german' }).orThrow();
    const link = await linkTo('anna@example.org');
    const page = await visit(link);
    expect(page.text).toContain('<html lang="de">');
    expect(page.text).toContain('Anmeldung bestätigen');
    expect((await visit(link, 'POST')).text).toContain('Vielen Dank');
    expect(await permissionOf('anna@example.org')).toBe(4);
  });

  test('by the service id, with and without a double opt-in', async () => {
    const email = 'carl@example.org';
    const id = await client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    const update = (more: object) =>
      client.contacts.update({ id, ignore_checksum: true, triggerdoi: true, body: {}, ...more }).orThrow();
    await update({ permission: 3 });
    expect(await permissionOf(email)).toBe(3);
    await update({ permission: 5, page_key: 'profile', src: 'app' });
    expect(await permissionOf(email)).toBe(3);
    await visit(await linkTo(email), 'POST');
    expect(await permissionOf(email)).toBe(5);
    await update({ permission: 4 });
    expect(await permissionOf(email)).toBe(5);
    await ends();
    expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  test('by external id, which takes an address', async () => {
    const body = { email: 'erin@example.org' };
    await client.contacts.createByExternalId({ value: 'e-1', doi: true, body }).orThrow();
    expect(await linkTo('erin@example.org')).toContain('/doi/');
    const refused = await client.contacts.createByExternalId({ value: 'e-2', doi: true, body: {} });
    expect(refused).toMatchObject({ status: 400, error: { message: expect.stringContaining('email address') } });
    expect(await client.contacts.listByExternalId({ value: 'e-2' }).orThrow()).toEqual([]);
  });

  test('a newer request ends the older link, and three a day are all', async () => {
    const email = 'dora@example.org';
    for (let i = 0; i < 4; i++) expect((await ask(email)).status).toBe(201);
    await ends();
    const links = smtp.mails.filter(({ to }) => to.includes(email)).map((mail) => confirmLink(mail.email));
    const unknown = await visit(`${service.origin}/doi/AAAAAAAAAAAAAAAAAAAAAA`);
    expect(unknown.status).toBe(404);
    const last = (
      await service.db.selectFrom('opt_in_request').select('id').where('email_folded', '=', email).execute()
    ).length;
    expect(last).toBe(3);
    const answers = await Promise.all(links.map((link) => visit(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, text } of answers) if (status !== 200) expect([status, text]).toEqual([404, unknown.text]);
    const [good] = links.filter((_, i) => answers[i]!.status === 200);
    for (const link of links) if (link !== good) expect((await visit(link, 'POST')).text).toBe(unknown.text);
    expect(await permissionOf(email)).toBe(1);
    await visit(good!, 'POST');
    expect(await permissionOf(email)).toBe(4);
  });

  test('unsubscribed is cleared, blocked stays, and blocked contacts get no mail', async () => {
    const email = 'finn@example.org';
    await client.contacts.createByEmail({ email, permission: 4, body: {} }).orThrow();
    await client.contacts.unsubscribeByEmail({ email }).orThrow();
    await ask(email).orThrow();
    const link = await linkTo(email);
    const blacklistId = await client.blacklists.create({ name: 'Blocked' }).orThrow();
    await client.blacklists.addEntries({ blacklistId, body: { entries: [email, '*@blocked.example'] } }).orThrow();
    await visit(link, 'POST');
    const status = ['PERMISSION_STATUS', 'SENDOUT_STATUS'] as const;
    const contact = await client.contacts.getByEmail({ email, standard_field: [...status] }).orThrow();
    expect(contact.permission).toBe(4);
    expect(contact.standard_fields?.map(({ value }) => value)).toEqual(['available', 'blocked']);

    await ask('gus@blocked.example').orThrow();
    await ask('hana@rival.example').orThrow();
    expect(await ends()).toContainEqual({
      email: 'gus@blocked.example',
      state: 'skipped',
      reason: 'blocked: blacklist',
    });
    expect(smtp.mails.map(({ to }) => to[0])).not.toContain('gus@blocked.example');
  });

  test('a mailing blacklist keeps addresses away', async () => {
    const held = await createOptInMailing(service, 'held');
    const list = await client.mailingBlacklists.create({ name: 'Rivals' }).orThrow();
    await client.mailingBlacklists.addExpressions({ id: list, body: { expressions: ['*@rivals.example'] } }).orThrow();
    await client.mailings.addBlacklist({ mailingid: held, blacklistid: list }).orThrow();
    await client.mailings.sendNow({ mailingid: held }).orThrow();
    await ask('ivo@rivals.example', { doimailing: 'held' }).orThrow();
    expect(await ends()).toContainEqual({ email: 'ivo@rivals.example', state: 'skipped', reason: 'mailing blacklist' });
  });

  test('a paused mailing keeps its mails until it is resumed', async () => {
    const paused = await releaseOptInMailing(service, 'to be paused');
    await client.mailingActions.pause({ mailingid: paused }).orThrow();
    const refused = await ask('jo@example.org', { doimailing: 'to be paused' });
    expect(refused).toMatchObject({ status: 400, error: { message: expect.stringContaining('is not released') } });
    await client.mailingActions.resume({ mailingid: paused }).orThrow();
    await ask('jo@example.org', { doimailing: 'to be paused' }).orThrow();
    await linkTo('jo@example.org');
  });

  const faults: [what: string, query: string, message: string][] = [
    ['no such key', 'doi=true&doimailing=nothing', 'no double-opt-in mailing has the key "nothing"'],
    ['doiplus alone', 'doiplus=true', 'doiplus=true requires doi=true'],
    ['a draft', 'doi=true&doimailing=draft', 'is not released, which has the key "draft"'],
  ];
  test.each(faults)('400: %s', async (_, query, message) => {
    const answer = await callRaw(service, {
      method: 'POST',
      path: `/contacts/email/kim@example.org?${query}`,
      headers: { 'content-type': 'application/vnd.service.api+xml' },
      body: '<contact/>',
    });
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(await client.contacts.getByEmail({ email: 'kim@example.org' })).toMatchObject({ status: 404 });
  });

  test('nothing of it is in the log', () => {
    expect(service.log.join('\n')).not.toMatch(/example\.org|Failure|failed/);
  });

  test('who confirms gets the trigger mailings that wait for it, once', async () => {
    const triggers: Record<string, number> = {};
    for (const name of ['Welcome', 'Withdrawn']) {
      const mailingid = await client.mailings.create({ name, subject: name, type: 'trigger' }).orThrow();
      await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
      await client.mailings
        .setHtml({ mailingid, body: '<p>Welcome</p><a href="[[LINK|UNSUBSCRIBE]]">x</a>' })
        .orThrow();
      await client.triggerMailings
        .createDispatching({ mailingid, body: { type: 'SINGLE', event: 'doi_confirmed' } })
        .orThrow();
      triggers[name] = mailingid;
    }
    await client.mailingActions.activateDispatching({ mailingid: triggers.Welcome! }).orThrow();
    const email = 'wanda@example.org';
    const id = await ask(email).orThrow();
    const link = await linkTo(email);
    const recipients = () =>
      service.db
        .selectFrom('recipient')
        .innerJoin('opt_in_request as request', 'request.contact_id', 'recipient.contact_id')
        .select(['recipient.mailing_id', 'recipient.contact_id', 'occasion', 'request.id'])
        .where('recipient.mailing_id', 'in', Object.values(triggers))
        .execute();
    expect(await recipients()).toEqual([]);
    expect((await visit(link, 'POST')).status).toBe(200);
    expect((await visit(link, 'POST')).status).toBe(200);
    const welcome = await smtp.mailTo(email, 2);
    expect(welcome.email.subject).toBe('Welcome');
    const found = await recipients();
    expect(found).toEqual([
      { mailing_id: triggers.Welcome, contact_id: id, occasion: `doi:${found[0]!.id}`, id: found[0]!.id },
    ]);
  });
});
