import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { png } from '../support/scripted-web.ts';
import { reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { Browser } from '../support/users.ts';

describe.each(usualDatabases())('designed templates on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  test('are listed, in the language that was asked for', async () => {
    const english = await client.media.listDesigns({}).orThrow();
    const german = await client.media.listDesigns({ language: 'de' }).orThrow();
    expect(english.map(({ design }) => design)).toEqual(german.map(({ design }) => design));
    expect(english).toHaveLength(12);
    expect(new Set(english.map(({ kind }) => kind))).toEqual(
      new Set(['newsletter', 'news', 'shop', 'personal', 'notice']),
    );
    expect(german.find(({ design }) => design === 'letter')).toMatchObject({ language: 'de', name: 'Brief' });
    expect((await client.media.getDesign({ design: 'none' })).status).toBe(404);
  });

  test('one is taken as a template of the account, which is its own from then on', async () => {
    const { media } = client;
    const taken = await media.copyDesign({ design: 'welcome', language: 'fr', path: 'welcome/first' }).orThrow();
    expect(taken).toMatchObject({ name: 'Bienvenue', path: 'welcome/first', tags: [] });
    const { html } = await media.getDesign({ design: 'welcome', language: 'fr' }).orThrow();
    expect(await media.getTemplateHtml({ templateId: taken.id }).orThrow()).toBe(html);
    const again = await media.copyDesign({ design: 'letter', path: 'welcome/first' });
    expect(again).toMatchObject({ status: 409 });
    expect((await media.copyDesign({ design: 'none', path: 'x' })).status).toBe(404);
    await media.updateTemplate({ templateId: taken.id, body: { html: '<p>Mine</p>' } }).orThrow();
    const revisions = await media.listTemplateRevisions({ templateId: taken.id }).orThrow();
    expect(revisions.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(['saved Bienvenue', 'saved Bienvenue']);
    expect((await media.getDesign({ design: 'welcome', language: 'fr' }).orThrow()).html).toBe(html);
    const named = await media.copyDesign({ design: 'letter', path: 'letter', name: 'Ours' }).orThrow();
    expect(named.name).toBe('Ours');
  });

  test('the imprint is the placeholder of the account if it has one', async () => {
    const imprintOf = async () => {
      const { mjml, text } = await client.media.getDesign({ design: 'event' }).orThrow();
      return [mjml, text].map((part) => /Imprint: (.*?)(?:<|\n)/.exec(part)?.[1]);
    };
    const sample = 'Your company, 1 Main Street, 12345 Town';
    expect(await imprintOf()).toEqual([sample, sample]);
    await client.account.updatePlaceholders({ body: [{ key: 'IMPRINT', value: ' ' }] }).orThrow();
    expect(await imprintOf()).toEqual([sample, sample]);
    await client.account.updatePlaceholders({ body: [{ key: 'IMPRINT', value: 'Garden Ltd, 1 Long Lane' }] }).orThrow();
    expect(await imprintOf()).toEqual(['[[ACCOUNT|IMPRINT]]', '[[ACCOUNT|IMPRINT]]']);
  });

  test('designs and new blocks have the style of the account, in XML and JSON, and nothing else changes', async () => {
    const { account, media } = client;
    const before = await media.getDesign({ design: 'newsletter-story' }).orThrow();
    const logo = (await media.addImage({ contentType: 'image/png', body: png }).orThrow()).id;
    await account.setBranding({ body: { logo } }).orThrow();
    const style = { color: '#8a1c4a', font: 'georgia', footer: 'Garden & Co\n[[ACCOUNT|NAME]]', logo: true } as const;
    const { logo_url, mjml: element } = await account.setMailStyle({ body: style }).orThrow();
    const read = await service.fetch(`${service.origin}/1.0/account/mail-style`, {
      headers: { authorization: `Bearer ${service.key}`, accept: 'application/vnd.service.api+json' },
    });
    expect(await read.json()).toEqual({ ...style, logo_url, mjml: element });
    expect(element).toContain('<mj-button background-color="#8a1c4a" color="#ffffff" />');
    const { mjml, html } = await media.getDesign({ design: 'newsletter-story' }).orThrow();
    expect(mjml).not.toContain('#1f5a45');
    expect(mjml).toContain('Garden &amp; Co<br />[[ACCOUNT|NAME]]');
    expect(html).toContain(`src="${logo_url}"`);
    const copied = await media.copyDesign({ design: 'newsletter-story', path: 'branded' }).orThrow();
    expect(await media.getTemplateMjml({ templateId: copied.id }).orThrow()).toBe(mjml);
    const pale = await account.setMailStyle({ body: { color: '#ecca74' } });
    expect([pale.status, !pale.ok && pale.error.message]).toEqual([400, expect.stringContaining('contrast')]);
    expect(await account.setMailStyle({ body: {} }).orThrow()).toEqual({ mjml: '' });
    expect(await media.getDesign({ design: 'newsletter-story' }).orThrow()).toEqual(before);
  });

  test('a newsletter goes from the gallery to a mailbox', async () => {
    const browser = new Browser(service);
    await browser.post('/console/sign-in', { key: service.key });
    const page = await (await browser.get('/console/templates/gallery/newsletter-story?language=de')).text();
    const copy = /name="copy" value="([^"]+)"/.exec(page)![1]!;
    const created = await browser.submit(
      '/console/mailings/new',
      { name: 'Aus der Galerie', subject: '', copy },
      '/console/mailings/new',
    );
    const mailingid = Number(/mailings\/(\d+)\/edit/.exec(created.headers.get('location')!)![1]);
    expect(await client.mailings.getMjml({ mailingid }).orThrow()).toContain('<mjml lang="de">');
    expect(await client.mailings.getSubject({ mailingid }).orThrow()).toBe('Ein Morgen an der Töpferscheibe');
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
    smtp.mails.length = 0;
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    const { email } = smtp.mails.find(({ to }) => to[0] === 'ada.moreau@example.com')!;
    expect(email.subject).toBe('Ein Morgen an der Töpferscheibe');
    expect(email.html).toContain('Die ganze Geschichte lesen');
    expect(email.html).toMatch(/<a href="https:[^"]+"[^>]*>Abmelden<\/a>/);
    expect(email.html).not.toContain('[[');
    expect(email.text).toMatch(/Garden Ltd, 1 Long Lane/);
    expect(email.text).not.toContain('[[');
  });
});
