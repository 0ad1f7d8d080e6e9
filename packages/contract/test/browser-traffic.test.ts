import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../tools/verify/src/browser.ts';
import { linkTokens, password } from '../../service/test/support/users.ts';
import type { HarEntry } from '../src/har/har.ts';
import { type DeveloperSite, type PassedAnswer, startDeveloperSite } from './support/developer-site.ts';
import { runHere } from './support/in-process.ts';
import { recordPage } from './support/recorded-page.ts';
import { type JudgedService, ownService } from './support/service.ts';

const thereIsChromium = hasChromium('the traffic of a browser is not judged.');
const { start } = ownService();

type Disturb = (call: string, answer: PassedAnswer) => void;

/** Faults of answers on their way to the browser, and how the report tells them. */
const planted: { call: string; status?: number; plant: (answer: PassedAnswer) => void; found: RegExp }[] = [
  {
    call: 'GET /contacts/email/',
    plant: (answer) => {
      answer.body = answer.body.replace(/"id":\s*\d+/, '"id":"seven"');
    },
    found: /^getContactByEmail body .*id/,
  },
  {
    call: 'GET /mailings/filter/states',
    plant: ({ headers }) => headers.delete('x-items'),
    found: /^listMailingsByStates header .*x-items/i,
  },
  {
    call: 'GET /mailings/',
    plant: (answer) => {
      answer.body = answer.body.replace(/<\/subject>$/, '');
    },
    found: /^getMailingSubject well-formed /,
  },
  {
    call: 'POST /mailings/',
    plant: (answer) => {
      answer.status = 207;
    },
    found: /^setMailingSubject status Status 207 is not documented/,
  },
  {
    call: 'GET /newsletters',
    plant: (answer) => {
      Object.assign(answer, { status: 200, body: '[]' });
      answer.headers.set('content-type', 'application/json');
    },
    found: /^undefined path GET \/newsletters returned 200/,
  },
];

const plantAll: Disturb = (call, answer) => {
  planted.find((each) => call.startsWith(each.call))?.plant(answer);
};

describe.runIf(thereIsChromium)('traffic of a browser', () => {
  const room = mkdtempSync(join(tmpdir(), 'contract-browser-'));
  let judged: JudgedService;
  let browser: Browser;
  let site: DeveloperSite;
  let disturb: Disturb = () => {};
  beforeAll(async () => {
    judged = await start();
    browser = await openBrowser();
    const { service } = judged;
    site = await startDeveloperSite({
      ask: (path, init) => service.fetch(`${judged.baseUrl}${path}`, { ...init, redirect: 'manual' }),
      disturb: (call, answer) => disturb(call, answer),
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await judged?.service.close();
    rmSync(room, { recursive: true });
  });

  /** A person looks around in the console, whose pages stand beside the API. */
  async function useConsole(page: Page, name: string): Promise<void> {
    const { service } = judged;
    const email = `${name}@example.org`;
    await service.client.users.invite({ body: { email, name, role: 'administrator' } }).orThrow();
    const [token] = await linkTokens(service, email);
    await page.goto(`${service.origin}/console/password?token=${token}`);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.goto(`${service.origin}/console`);
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    for (const link of ['Contacts', 'Mailings']) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await page.getByRole('heading', { name: link, level: 1 }).waitFor();
    }
    await page.goto(`${service.origin}/docs/`);
    await page.goto(`${service.origin}/nothing-here`);
  }

  /** A page of a developer calls the API by `fetch`, in XML and JSON. */
  async function useSite(page: Page, name: string): Promise<void> {
    const { key } = judged.service;
    await page.goto(`${site.origin}/`);
    await page.waitForFunction('window.ready');
    const statuses = await page.evaluate(
      `(async () => {
        const [xml, json] = ['application/vnd.service.api+xml', 'application/vnd.service.api+json'];
        const headers = { authorization: ${JSON.stringify(`Bearer ${key}`)}, accept: xml };
        const statuses = [];
        const call = async (method, path, more = {}) => {
          const answer = await fetch(path, { method, ...more, headers: { ...headers, ...more.headers } });
          statuses.push(answer.status);
          return answer.text();
        };
        const named = '/mailings?name=' + ${JSON.stringify(name)} + '&subject=Hello%20World';
        const created = await call('POST', named);
        const id = /\\d+/.exec(created.replace(/<\\?.*?\\?>/, ''))[0];
        const subject = '/mailings/' + id + '/contents/subject';
        await call('POST', subject, { body: '<subject>Grüße &amp; Küsse</subject>', headers: { 'content-type': xml } });
        await call('GET', subject);
        await call('GET', '/mailings/filter/states?states=draft&page_size=2&fields=name&fields=state');
        const contact = '/contacts/email/' + ${JSON.stringify(name)} + '%40example.com';
        const body = JSON.stringify({ standard_fields: { CITY: 'Köln' } });
        await call('POST', contact + '?permission=1', { body, headers: { accept: json, 'content-type': json } });
        await call('GET', contact + '?standard_field=CITY', { headers: { accept: json } });
        await call('GET', '/contacts/email/nobody%40example.com');
        await call('GET', '/mailings/filter/states?states=draft&page_size=1001');
        await call('GET', '/contacts/count', { headers: { accept: '*/*' } });
        await call('DELETE', '/mailings/' + id);
        await call('GET', '/ping', { headers: { accept: 'image/png' } });
        await call('GET', '/newsletters');
        await call('POST', '/media/images', { body: new Uint8Array([137, 80, 255]), headers: { 'content-type': 'application/octet-stream', accept: json } });
        return statuses;
      })()`,
    );
    expect(statuses).toHaveLength(13);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL('**/app.html');
    await page.waitForFunction('window.ready');
  }

  async function record(name: string): Promise<HarEntry[]> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
    const page = await context.newPage();
    const entries = await recordPage(page);
    await useConsole(page, name);
    await useSite(page, name);
    const recorded = await entries();
    await context.close();
    return recorded;
  }

  async function check(name: string, entries: HarEntry[]) {
    const file = join(room, `${name}.har`);
    writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } }));
    const bases = [judged.baseUrl, site.origin].flatMap((base) => ['--base', base]);
    const report = join(room, `${name}.json`);
    const ended = await runHere('check', file, '--openapi', descriptionFile, ...bases, '--report', `json=${report}`);
    return { ...ended, report: JSON.parse(readFileSync(report, 'utf8')) };
  }

  test('has no finding; pages and their files are counted', async () => {
    disturb = () => {};
    const entries = await record('ada');
    const told = entries.map(({ request, response }) => `${request.method} ${request.url} ${response.status}`);
    const { code, output, report } = await check('right', entries);
    expect(report.breaches, told.join('\n')).toEqual([]);
    expect(report.warnings).toEqual([]);
    expect(code, output).toBe(0);
    expect(report.exchanges, told.join('\n')).toBe(13);
    expect(output).toMatch(/\d+ entries of pages and their files, which the description does not have/);
    expect(output).toContain(`entries of other services: ${judged.service.origin} `);
    // What makes files of browsers different from those of proxies was there.
    const all = JSON.stringify(entries);
    for (const part of ['":authority"', '"base64"', '"content-encoding","value":"gzip"', '"_resourceType":"font"'])
      expect(all).toContain(part);
    expect(entries.some(({ response }) => [302, 303].includes(response.status))).toBe(true);
  });

  test('five planted faults are found, and nothing else', async () => {
    disturb = plantAll;
    const { code, report } = await check('faulty', await record('grace'));
    const told: string[] = report.breaches.map(
      ({ operation, rule, message }: { [member: string]: string }) => `${operation} ${rule} ${message}`,
    );
    for (const { found } of planted) expect(told).toContainEqual(expect.stringMatching(found));
    expect(told.filter((each) => !planted.some(({ found }) => found.test(each)))).toEqual([]);
    expect(code).toBe(1);
  });

  test('files that Playwright records are judged alike', async () => {
    disturb = plantAll;
    const path = join(room, 'playwright.har');
    const context = await browser.newContext({ ignoreHTTPSErrors: true, recordHar: { path, content: 'embed' } });
    await useSite(await context.newPage(), 'linus');
    await context.close();
    const { report } = await check('playwright-report', JSON.parse(readFileSync(path, 'utf8')).log.entries);
    const told: string[] = report.breaches.map(
      ({ operation, rule, message }: { [member: string]: string }) => `${operation} ${rule} ${message}`,
    );
    expect(told).toHaveLength(planted.length);
    for (const { found } of planted) expect(told).toContainEqual(expect.stringMatching(found));
  });
});
