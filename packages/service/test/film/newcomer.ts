import { writeXlsx } from 'hucre/xlsx';
import type { Browser } from 'playwright-core';
import { expect, vi } from 'vitest';
import { visit } from '../support/tracked-mailing.ts';
import { mailsOf, password } from '../support/users.ts';
import { type Person, signIn } from './people.ts';
import type { Stage } from './stage.ts';

/** The first hour of somebody at the console, scene by scene. Each scene begins on the page on which the one before ended. */

/** A template as an agency makes it: it lacks what the law asks for. */
export const template = (shop: string) => ({
  path: 'newsletter/garden',
  name: 'Garden',
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title></head><body>
<h1>Spring in your garden</h1><p>Hello [[CONTACT|FIRSTNAME|friend]], the seeds are here.</p>
<p><a href="${shop}">Look at the seeds</a></p></body></html>
`,
});

const lawful = {
  html: '<p>Imprint: Garden Ltd, 1 Green Street. <a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>',
  text: 'Hello [[CONTACT|FIRSTNAME|friend]], the seeds are here. Unsubscribe: [[LINK|UNSUBSCRIBE]] Imprint: Garden Ltd, 1 Green Street',
};

/** Names of a run, which must not meet those of another one. */
interface Cast {
  /** One word in letters. */
  run: string;
  newcomer: Person;
  colleague: Person;
}

export async function enterByPasskey(stage: Stage): Promise<void> {
  await stage.page.goto(`${stage.service.origin}/console`);
  await stage.look('sign-in');
  await stage.press('Sign in with a passkey');
  await stage.heading('Overview');
}

export async function enterByPassword(stage: Stage, { email }: Person): Promise<void> {
  await stage.page.goto(`${stage.service.origin}/console`);
  await stage.look('sign-in');
  await stage.write('Email address', email);
  await stage.write('Password', password);
  await stage.press('Sign in');
  await stage.heading('Overview');
}

/** A list as people have it: a title, an empty row, other words, a repeated address and one that is none. */
export async function messyWorkbook(run: string): Promise<Buffer<ArrayBuffer>> {
  const rows = [
    ['Kunden 2031'],
    [],
    ['Nachname', 'Vorname', 'E-Mail-Adresse', 'Ort', `Größe ${run}`],
    ['Import', 'Ida', `${run}-1@example.com`, `${run}stadt`, 39],
    ['Import', 'Max', `${run}-2@example.com`, `${run}stadt`, null],
    ['Doppelt', 'Ida', `${run}-1@example.com`, 'Rom', 40],
    ['Falsch', 'Eva', 'keine Adresse', 'Rom', 41],
  ];
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Kunden', rows }] }));
}

/** Uploads the workbook, gives an unknown column a field of its own, and gets back the rows that were not stored. */
export async function importWorkbook(stage: Stage, { run }: Cast): Promise<void> {
  const { page } = stage;
  await stage.look('overview');
  await stage.navigate('Import');
  await stage.look('imports');
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const file = { name: `${run}.xlsx`, mimeType, buffer: await messyWorkbook(run) };
  await stage.give('CSV file or Excel workbook', file);
  await stage.press('Upload and preview');
  await stage.heading(file.name);
  await stage.look('import');
  expect(await stage.field('E-Mail-Adresse').inputValue()).toBe('email');
  expect(await stage.field('Ort').inputValue()).toBe('CITY');
  await stage.choose(`Größe ${run}`, `New text field “Größe ${run}”`);
  await stage.choose('Permission of the contacts', 'Double opt-in with tracking');
  await stage.press('Import 4 rows');
  await stage.until(() => page.locator('#result .badge').textContent(), 'Done, with errors');
  await stage.look('import-done');
  expect(await page.locator('.figures dd').allTextContents()).toEqual(['2', '0', '0', '0', '1', '1']);
  const errors = await page.context().request.get(`${stage.service.origin}${new URL(page.url()).pathname}/errors.csv`);
  expect(await errors.text()).toBe(
    [
      `\uFEFFReason,Nachname,Vorname,E-Mail-Adresse,Ort,Größe ${run}`,
      `Line 6: E-Mail-Adresse: An earlier row has the same email address,Doppelt,Ida,${run}-1@example.com,Rom,40`,
      'Line 7: E-Mail-Adresse: It is not an email address,Falsch,Eva,keine Adresse,Rom,41',
      '',
    ].join('\r\n'),
  );
}

/** Builds a segment of those who were imported, and sees how many they are. */
export async function buildSegment(stage: Stage, { run }: Cast): Promise<void> {
  const { page } = stage;
  await stage.navigate('Segments');
  await stage.look('segments');
  await stage.follow('Build a segment');
  await stage.look('segment-new');
  await stage.press('Add a rule');
  await stage.write('Name', `Readers in ${run}`);
  await stage.choose('Contacts match', 'All rules');
  await stage.choose('Field', 'City', 'Rule 4');
  await stage.write('Value', `${run}stadt`, 'Rule 4');
  await stage.press('Save');
  await stage.heading(`Readers in ${run}`);
  await stage.until(() => page.locator('#contacts .figures dd').allTextContents(), ['2', '2']);
  await stage.says(`${run}-1@example.com`);
  await stage.look('segment');
}

/** Begins with the template, says who sends it to whom, and looks at it as a contact gets it. */
export async function writeMailing(stage: Stage, { run }: Cast): Promise<void> {
  const { page } = stage;
  await stage.navigate('Templates');
  await stage.look('templates');
  await stage.follow(`Write a mailing with Garden`);
  await stage.look('mailing-new');
  await stage.write('Name', `Spring for ${run}`);
  await stage.write('Subject', 'Everything for your garden in spring');
  await stage.press('Create');
  await stage.heading(`Edit Spring for ${run}`);
  await stage.write('Preview text', 'Seeds, tools and advice');
  await stage.write('Sender address', 'news@example.com');
  await stage.write('Sender name', 'The garden shop');
  await stage.choose('Segment', `Readers in ${run}`);
  await stage.write('For the contact', `${run}-1@example.com`);
  await stage.press('Save and preview');
  await stage.says('The changes were saved.');
  await page.frameLocator('iframe.phone').getByText('Hello Ida').waitFor();
  await stage.look('mailing-edit');
  await stage.follow('Back to the mailing');
  await stage.heading(`Spring for ${run}`);
}

const checks = (stage: Stage) =>
  stage.page
    .locator('#checks > li > .row')
    .evaluateAll((rows) => rows.map(({ children }) => `${children[0]!.textContent}: ${children[1]!.textContent}`));

/** Runs the checks, reads what is missing, writes it, and runs them again until nothing has failed. */
export async function workOffChecks(stage: Stage, { run }: Cast): Promise<void> {
  const attention = async () => (await checks(stage))[0];
  await stage.press('Check now');
  await stage.until(attention, 'Subject and legal requirements: Failed');
  await stage.says('There is no link to unsubscribe');
  await stage.says('There is no imprint');
  await stage.look('checks');
  await stage.follow('Edit');
  await stage.append('HTML', lawful.html);
  if (!stage.scripts) await stage.press('Refresh preview');
  await stage.page.frameLocator('iframe.phone').getByText('1 Green Street').waitFor();
  await stage.write('Text', lawful.text);
  await stage.press('Save');
  await stage.heading(`Spring for ${run}`);
  await stage.press('Check now');
  await stage.until(async () => (await checks(stage)).filter((line) => line.endsWith(': Not checked')), []);
  // The shop of the test speaks plain HTTP, which is told and lets the mailing pass.
  expect((await checks(stage)).filter((line) => !line.endsWith(': Good'))).toEqual(['Links: Review']);
  await stage.look('checked');
}

/** Sends a test mail to oneself. */
export async function testMailing(stage: Stage, { newcomer }: Cast): Promise<void> {
  await stage.write('Send a test mail to', newcomer.email);
  await stage.press('Send the test mail');
  await stage.says('The test mail was sent.');
  const mails = await mailsOf(stage.service, newcomer.email);
  expect(mails.at(-1)!.html).toContain('Garden Ltd');
}

/** Asks for the second person that a large mailing needs, who opens the link of the mail and signs it off. */
export async function getSignOff(stage: Stage, { run, colleague }: Cast, browser: Browser): Promise<void> {
  await stage.says('One more person');
  await stage.look('mailing');
  await stage.press('Ask colleagues by mail');
  await stage.says('Everybody who may send');
  const link = await vi.waitFor(
    async () => {
      stage.service.wakeWorker();
      const texts = (await mailsOf(stage.service, colleague.email)).map(
        ({ subject = '', text = '' }) => subject + text,
      );
      const wanted = texts.findLast((text) => text.includes(`Spring for ${run}`));
      return /https:\S+\/console\/mailings\/\d+/.exec(wanted!)![0];
    },
    { timeout: 240_000, interval: 100 },
  );
  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' });
  const page = await context.newPage();
  await signIn(stage.service, page, colleague.email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign off', exact: true }).click();
  await page.getByText('You signed off this mailing.').waitFor();
  await context.close();
}

/** Sends the mailing, and stays on the page until it has left. */
export async function sendMailing(stage: Stage, recipients = 2): Promise<void> {
  const { page } = stage;
  await page.goto(page.url());
  await stage.open('Send now');
  await stage.look('send');
  await stage.press(`Send to ${recipients} contacts`);
  await stage.says('The mailing was started.');
  await stage.until(() => page.locator('#about .badge').textContent(), 'Sent');
  await stage.look('sent');
}

/** A contact opens the mail and follows its link; the report shows it. */
export async function readReport(stage: Stage, { run }: Cast): Promise<void> {
  const { page, service } = stage;
  await stage.follow('Report');
  await stage.heading(`Report of Spring for ${run}`);
  const [mail] = await mailsOf(service, `${run}-1@example.com`);
  const pixel = /<img[^>]* src="([^"]+)"/.exec(mail!.html!)![1]!;
  const link = /href="([^"]+)">Look at the seeds/.exec(mail!.html!)![1]!;
  const seen = async () => {
    await visit(service, pixel);
    await visit(service, link);
    await page.goto(page.url());
    return page.locator('.figures dd').allTextContents();
  };
  await expect.poll(seen, { timeout: 240_000, interval: 500 }).toEqual(['2', '50%', '50%', '0%', '0%', '0%']);
  await stage.look('report');
}
