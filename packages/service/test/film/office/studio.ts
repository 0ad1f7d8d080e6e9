import { mkdirSync } from 'node:fs';
import { createClient } from '@mailwright/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowser } from '../../../../../tools/verify/src/browser.ts';
import { generateKey } from '../../../src/account/keys/key.ts';
import type { Role } from '../../../src/account/tables.ts';
import { createDemoAccount } from '../../../src/app/demo-account.ts';
import { databases } from '../../support/database.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type ReceivedMail, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';
import { password, Browser as Requests } from '../../support/users.ts';
import { withKeyboard, withMouse } from '../hands.ts';
import { signIn } from '../people.ts';
import { Stage } from '../stage.ts';

/** How a film is played: everything that the console promises holds in each of them. */
export interface Cut {
  /** One word in letters, which names do not share. */
  run: string;
  width: number;
  /** Nothing but keys is used. */
  keyboard: boolean;
  scripts: boolean;
}

/** A desk with the keyboard alone, and a phone whose browser runs no scripts. */
export const cuts: readonly (Cut & { title: string })[] = [
  { run: 'Desk', title: 'at 1280 pixels with the keyboard only', width: 1280, keyboard: true, scripts: true },
  { run: 'Phone', title: 'at 375 pixels without JavaScript', width: 375, keyboard: false, scripts: false },
];

/** A desk with the mouse, for what keys do differently. */
export const mouse: Cut = { run: 'Mouse', width: 1280, keyboard: false, scripts: true };

/** Where pictures of the pages go, for whoever wants to look at them. */
const pictures = process.env.MAILWRIGHT_PICTURES;

/** One service and one browser for all films, and what is made with them. */
export interface Studio {
  service: TestService;
  sink: SmtpSink;
  browser: Browser;
  /** The service as another account of its own sees it, with the sample contacts. */
  openAccount(name: string): Promise<TestService>;
  /** Plays a scene in a page of its own, whose scripts may not fail. */
  play(film: string, account: TestService, cut: Cut, scene: (stage: Stage) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function openStudio(): Promise<Studio> {
  const sink = await startSmtpSink();
  const service = await startTestService(await databases()[0]!.open(), sink.url);
  const browser = await openBrowser();
  if (pictures) mkdirSync(pictures, { recursive: true });
  let accounts = 0;
  return {
    service,
    sink,
    browser,
    async openAccount(name) {
      const key = generateKey();
      const accountId = await createDemoAccount(service.db, key, { name, domain: `office-${++accounts}.example.com` });
      const client = createClient({ baseUrl: `${service.origin}/1.0`, apiKey: key, fetch: service.fetch });
      return { ...service, client, key, accountId };
    },
    async play(film, account, { run, width, keyboard, scripts }, scene) {
      await service.db.deleteFrom('sign_in_allowance').execute();
      const context = await browser.newContext({
        viewport: { width, height: width < 500 ? 800 : 900 },
        ignoreHTTPSErrors: true,
        locale: 'en-GB',
        timezoneId: 'Europe/Kiev',
        javaScriptEnabled: scripts,
      });
      const page = await context.newPage();
      const faults: string[] = [];
      // Pages that refuse something are errors for browsers.
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(error.message));
      const shoot = async (of: Page, name: string) => {
        if (pictures) await of.screenshot({ path: `${pictures}/${film}-${run}-${name}.png`, fullPage: true });
      };
      const hands = keyboard ? withKeyboard(page) : withMouse(page);
      try {
        await scene(new Stage({ service: account, page, hands, scripts, shoot }));
        expect(faults).toEqual([]);
      } catch (error) {
        console.log(`The film ${film} has stopped at ${page.url()}: ${error}`);
        await shoot(page, 'stopped');
        throw error;
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      await service.close();
      await sink.close();
    },
  };
}

let people = 0;

/** Somebody who was invited and has a password. */
export async function join(
  { client, ...account }: TestService,
  sink: SmtpSink,
  role: Role,
): Promise<{ email: string; browser: Requests }> {
  const email = `${role}-${++people}@office.example`;
  await client.users.invite({ body: { email, name: `Ada ${role}`, role } }).orThrow();
  account.wakeWorker();
  const { email: mail } = await sink.mailTo(email);
  const token = /\/console\/password\?token=([\w.-]+)/.exec(mail.text ?? '')![1]!;
  const browser = new Requests({ ...account, client });
  await browser.post('/console/password', { token, password });
  return { email, browser };
}

/** Texts of elements, of each its parts with a space between. */
export const textsOf = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.map(({ children }) =>
      Array.from(children, ({ textContent }: { textContent: string }) => textContent.trim())
        .filter((text) => text !== '')
        .join(' '),
    ),
  );

/** What a page says. */
export const said = ({ page }: Stage): Promise<string> => page.locator('main').textContent().then(String);

/** Signs somebody in who was invited. */
export const enter = ({ service, page }: Stage, email: string) => signIn(service, page, email);

/** Mails that have arrived at an address, the oldest first. */
export const mailsTo = ({ mails }: SmtpSink, address: string): ReceivedMail[] =>
  mails.filter(({ to }) => to.includes(address));

/** Addresses that got a mail with a subject, in order. */
export const reachedBy = ({ mails }: SmtpSink, subject: string): string[] =>
  mails.flatMap(({ email, to }) => (email.subject === subject ? to : [])).sort();
