import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser } from '../../../../tools/verify/src/browser.ts';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { databases } from '../support/database.ts';
import { type ScriptedWeb, startScriptedWeb } from '../support/scripted-web.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signedIn } from '../support/users.ts';
import { withKeyboard, withMouse } from './hands.ts';
import { giveHistory } from './history.ts';
import {
  buildSegment,
  enterByPasskey,
  enterByPassword,
  getSignOff,
  importWorkbook,
  readReport,
  sendMailing,
  template,
  testMailing,
  workOffChecks,
  writeMailing,
} from './newcomer.ts';
import { addPasskey, inviteNewcomer, type Person } from './people.ts';
import { Stage } from './stage.ts';

const thereIsChromium = hasChromium('the film of a newcomer is not played.');
const [embedded] = databases();
/** Where pictures of the pages go, for whoever wants to look at them. */
const pictures = process.env.MAILWRIGHT_PICTURES;

/** Where the pictures of README and docs go: `npm run pictures`. */
const documented = process.env.MAILWRIGHT_DOCS_PICTURES;
/** The files of these scenes. */
const documentedScenes: Record<string, string> = { overview: 'console', checked: 'mailing' };

const wide = { viewport: { width: 1280, height: 900 } };
const narrow = { viewport: { width: 375, height: 800 } };
const dark = { colorScheme: 'dark' } as const;
const scriptless = { javaScriptEnabled: false } as const;

interface Run {
  run: string;
  title: string;
  keyboard?: boolean;
  options: BrowserContextOptions;
}

/** The narrow one with the keyboard is the hardest; whatever it can do, the others can. */
const everyTime: Run = {
  ...{ run: 'Keys', title: 'on a phone, dark, with the keyboard only', keyboard: true },
  options: { ...narrow, ...dark },
};
const others: Run[] = [
  { run: 'Wide', title: 'on a wide screen, light', options: wide },
  { run: 'Night', title: 'on a wide screen, dark', options: { ...wide, ...dark } },
  { run: 'Phone', title: 'on a phone, light', options: narrow },
  { run: 'Plain', title: 'without JavaScript', options: { ...wide, ...scriptless } },
];

describe.runIf(thereIsChromium)('a newcomer at the console', () => {
  let service: TestService;
  let web: ScriptedWeb;
  let browser: Browser;
  let colleague: Person;
  /** A mailing of the past, for the pictures of the docs. */
  let past: number | undefined;
  beforeAll(async () => {
    service = await startTestService(await embedded!.open());
    web = await startScriptedWeb();
    browser = await openBrowser();
    if (pictures) mkdirSync(pictures, { recursive: true });
    await service.client.media.addTemplate(template(`${web.origin}/ok`)).orThrow();
    await service.client.account.setSignOffLimit({ body: { above: 1 } }).orThrow();
    if (documented) past = await giveHistory(service);
    colleague = { name: 'Grace Hopper', ...(await signedIn(service, 'sender')) };
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await web?.close();
  });
  beforeEach(() => service.db.deleteFrom('sign_in_allowance').execute());

  /** The first page as a whole, on a screen so high, because the navigation is as high as the screen; of others, what is seen at once. */
  async function shootForDocs(page: Page, file: string): Promise<void> {
    await page.evaluate('scrollTo(0, 0)');
    const usual = page.viewportSize()!;
    const height =
      file === 'console' ? await page.evaluate<number>('document.documentElement.scrollHeight') : usual.height;
    await page.setViewportSize({ ...usual, height });
    await page.screenshot({ path: `${documented}/${file}.png` });
    await page.setViewportSize(usual);
  }

  /** Prints how long it took: on an idle machine this is what a person with quick hands needs. */
  async function play({ run, title, keyboard = false, options }: Run): Promise<void> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB', ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    // The page to sign in is a 401, which browsers report.
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 401')) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    const scripts = options.javaScriptEnabled ?? true;
    const newcomer = await inviteNewcomer(service, page, `Ada ${run}`);
    if (scripts) await addPasskey(service, page, newcomer);
    const hands = keyboard ? withKeyboard(page) : withMouse(page);
    const shoot = async (page: Page, name: string) => {
      if (pictures) await page.screenshot({ path: `${pictures}/film-${run}-${name}.png`, fullPage: true });
      if (documented && documentedScenes[name]) await shootForDocs(page, documentedScenes[name]);
    };
    const stage = new Stage({ service, page, hands, scripts, shoot });
    const cast = { run, newcomer, colleague };

    stage.begin();
    await (scripts ? enterByPasskey(stage) : enterByPassword(stage, newcomer));
    await importWorkbook(stage, cast);
    await buildSegment(stage, cast);
    await writeMailing(stage, cast);
    await workOffChecks(stage, cast);
    await testMailing(stage, cast);
    await getSignOff(stage, cast, browser);
    await sendMailing(stage);
    await readReport(stage, cast);
    if (past !== undefined) {
      await page.goto(`${service.origin}/console/mailings/${past}/report`);
      await shootForDocs(page, 'report');
    }
    console.log(`From signing in to the report ${title}: ${stage.steps} steps in ${stage.seconds().toFixed(1)} s.`);
    expect(faults).toEqual([]);
    await context.close();
  }

  const signsInToReport =
    'signs in, imports, builds a segment, writes, checks, tests, has it signed off, sends, reads the report';
  test(`${signsInToReport} ${everyTime.title}`, () => play(everyTime));
  test.runIf(deep).each(others)(`${signsInToReport} $title${leftToDeep}`, (run) => play(run));
});
