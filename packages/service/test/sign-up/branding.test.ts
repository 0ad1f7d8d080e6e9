import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { insertAccount } from '../../src/account/store.ts';
import { administer } from '../support/administration.ts';
import { databases, usualDatabases } from '../support/database.ts';
import { confirmLink, releaseOptInMailing } from '../support/opt-in.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { ticketOf } from '../support/sign-up.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const pictures = process.env.MAILWRIGHT_PICTURES;
const gif = new TextEncoder().encode('GIF89a-logo');

/** Addresses of the public pages that a person meets, by name. */
async function publicPages(service: TestService, smtp: SmtpSink, email: string): Promise<Record<string, string>> {
  const form = await service.client.signUpForms
    .create({ body: { name: email, title: 'Letters from the garden', consent: 'I would like to receive letters.' } })
    .orThrow();
  const ticket = await ticketOf(service, form.id);
  const fields = { email, consent: 'true', version: String(form.consent_version), ticket };
  await service.fetch(form.url, { method: 'POST', body: new URLSearchParams(fields) });
  const confirmation = confirmLink((await smtp.mailTo(email)).email);
  await service.client.contacts.createByEmail({ email: `2-${email}`, permission: 5, body: {} }).orThrow();
  const links = '<a href="[[LINK|PROFILE]]">preferences</a> <a href="[[LINK|UNSUBSCRIBE]]">leave</a>';
  const mailingid = await createSendout(service, links);
  await service.client.mailings.sendNow({ mailingid }).orThrow();
  await reached(service, mailingid, 'done');
  const [profile, unsubscribe] = (await smtp.mailTo(`2-${email}`)).email.html!.match(/https:[^"]+/g)!;
  await service.fetch(`${profile}/own-data`, { method: 'POST' });
  const ownData = /https:\S+/.exec((await smtp.mailTo(`2-${email}`, 2)).email.text!)![0];
  return { 'sign-up': form.url, confirmation, profile: profile!, unsubscribe: unsubscribe!, 'own-data': ownData };
}

describe.each(databases())('branding on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    await releaseOptInMailing(service, 'default');
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });
  const uploaded = async () => service.client.media.addImage({ contentType: 'image/gif', body: gif }).orThrow();

  test('name, logo and colors are on all public pages, and gone from them when they are unset', async () => {
    const { account } = service.client;
    const { name: usual } = await account.getInfo({}).orThrow();
    expect(await account.getBranding({}).orThrow()).toEqual({ name: usual });
    const { id: logo, url } = await uploaded();
    const brand = { name: 'Mill & <Sons>', logo, color: '#8A1C4A' };
    const stored = { ...brand, color: '#8a1c4a', logo_url: url };
    expect(await account.setBranding({ body: brand }).orThrow()).toEqual(stored);
    expect(await account.getBranding({}).orThrow()).toEqual(stored);
    const pages = await publicPages(service, smtp, 'all@reader.example');
    for (const [name, address] of Object.entries(pages)) {
      const html = await (await service.fetch(address)).text();
      expect(html, name).toContain(
        `<header><img src="${new URL(url).pathname}" alt="Mill &amp; &lt;Sons&gt;"></header>`,
      );
      expect(html, name).toContain(':root{--accent:#8a1c4a}');
      expect(html, name).toContain('{:root{--accent:#b46e8b}}');
      if (name !== 'sign-up') expect(html, name).toContain('Mill &amp; &lt;Sons&gt;</title>');
    }
    expect(await account.setBranding({ body: {} }).orThrow()).toEqual({ name: usual });
    for (const address of Object.values(pages))
      expect(await (await service.fetch(address)).text()).not.toMatch(/<header>|#8a1c4a/);
  });

  test.each([
    [{ color: '#ffcc00' }, /color .{1,2}#ffcc00.{1,2} has a contrast of 1\.5 to 1 on the light page.*#8f7200 has it/],
    [{ dark_color: '#222222' }, /dark_color .{1,2}#222222.{1,2} has a contrast/],
    [{ color: 'red' }, /color/],
    [{ name: ' ' }, /name/],
    [{ logo: 4711 }, /logo 4711 is no image of the account/],
  ])('%o is refused, and nothing changes', async (body, wanted) => {
    const before = await service.client.account.getBranding({}).orThrow();
    const headers = {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    };
    const address = `${service.origin}/1.0/account/branding`;
    const answer = await service.fetch(address, { method: 'PUT', headers, body: JSON.stringify(body) });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(wanted)]);
    expect(await service.client.account.getBranding({}).orThrow()).toEqual(before);
  });

  test('the operator changes single settings from files', async () => {
    const { account } = service.client;
    const administration = administer(service.db);
    await administration.setBranding({ name: 'Garden', logo: Buffer.from(gif).toString('base64'), color: '#8a1c4a' });
    await administration.setBranding({ name: '', darkColor: '#b46e8b' });
    expect(await account.getBranding({}).orThrow()).toMatchObject({ color: '#8a1c4a', dark_color: '#b46e8b' });
    expect((await administration.getBranding({})).logo).toMatch(/^\/media\/[0-9a-f]{32}$/);
    await expect(administration.setBranding({ color: '#eeeeee' })).rejects.toThrow(/contrast of 1\.1 to 1/);
    await expect(administration.setBranding({ color: 'red' })).rejects.toThrow('"red" is not a color');
    await expect(administration.setBranding({ logo: 'bm8=' })).rejects.toThrow('must be a PNG');
    await administration.setBranding({ logo: '', color: '', darkColor: '' });
    expect(await account.getBranding({}).orThrow()).toEqual({ name: (await account.getInfo({}).orThrow()).name });
  });

  test('an image of another account is no logo', async () => {
    const other = await insertAccount(service.db, { name: 'Other', domain: 'other.example' });
    const row = {
      account_id: other,
      hash: Buffer.alloc(32),
      token: 'a'.repeat(32),
      mime_type: 'image/gif',
      bytes: gif,
    };
    const { id } = await service.db.insertInto('media_image').values(row).returning('id').executeTakeFirstOrThrow();
    expect((await service.client.account.setBranding({ body: { logo: id } })).status).toBe(400);
  });
});

describe.runIf(hasChromium('branded pages are not tried in a browser.')).each(usualDatabases().slice(0, 1))(
  'branded pages in a browser',
  ({ open }) => {
    let service: TestService;
    let smtp: SmtpSink;
    let browser: Browser;
    let addresses: Record<string, string>;
    beforeAll(async () => {
      smtp = await startSmtpSink();
      service = await startTestService(await open(), smtp.url);
      await releaseOptInMailing(service, 'default');
      browser = await openBrowser();
      const page = await browser.newPage({ viewport: { width: 400, height: 90 } });
      await page.setContent('<b style="font:bold 40px serif;white-space:nowrap;color:#8a1c4a">❀ Example Garden</b>');
      const body = new Uint8Array(await page.screenshot({ omitBackground: true }));
      await page.close();
      const { id: logo } = await service.client.media.addImage({ contentType: 'image/png', body }).orThrow();
      await service.client.account.setBranding({ body: { name: 'Example Garden', logo, color: '#8a1c4a' } }).orThrow();
      addresses = await publicPages(service, smtp, 'look@reader.example');
    });
    afterAll(async () => {
      await browser?.close();
      await service?.close();
      await smtp?.close();
    });

    const looks = [375, 1280].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));
    test.each(looks)('at $width px, $scheme: the logo is shown, and axe finds nothing', async ({ width, scheme }) => {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport, colorScheme: scheme });
      try {
        const page = await context.newPage();
        for (const [name, address] of Object.entries(addresses)) {
          await page.goto(address);
          if (pictures)
            await page.screenshot({ path: `${pictures}/brand-${name}-${width}-${scheme}.png`, fullPage: true });
          expect(await page.evaluate('document.querySelector("header img").naturalWidth'), name).toBe(400);
          expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(width);
          await page.evaluate(axe.source);
          const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults;
          expect(
            violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
            name,
          ).toEqual([]);
        }
      } finally {
        await context.close();
      }
    });
  },
);
