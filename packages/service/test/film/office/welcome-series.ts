import { expect } from 'vitest';
import { runProgramJob } from '../../../src/events/automation/job.ts';
import { runDueJobs } from '../../../src/platform/queue/run-queue.ts';
import { confirmLink, releaseOptInMailing } from '../../support/opt-in.ts';
import type { TestService } from '../../support/service.ts';
import type { SmtpSink } from '../../support/smtp-sink.ts';
import type { Stage } from '../stage.ts';
import { type Cut, enter, join, mailsTo, type Studio, said, textsOf } from './studio.ts';

const minute = 60_000;
const day = 1440 * minute;

const html = '<p>Garden Ltd, 1 Green Street. <a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>';
const titles = ['Welcome to the garden', 'What grows when', 'A gift for you'];

/**
 * Three mails after a sign-up: at once, two days later, and five days after that to those who have not clicked, until they buy.
 * The series is drawn from nothing and tried out before it is switched on. Time goes by a virtual clock.
 */
export async function welcome(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Series ${cut.run}`);
  const { email } = await join(account, studio.sink, 'sender');
  await releaseOptInMailing(account, 'default');
  await studio.play('series', account, cut, async (stage) => {
    await enter(stage, email);
    await writeFirstMail(stage);
    for (const index of [1, 2]) await createMail(account, index);
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Nantes' }];
    await account.client.contactFilters.create({ body: { name: 'Customers', rules } }).orThrow();
    stage.begin();
    await createSeries(stage);
    const program = stage.page.url();
    await drawRest(stage);
    await tryOut(stage);
    await switchOn(stage, program);
    console.log(`Series ${cut.run}: ${stage.steps} steps in ${stage.seconds().toFixed(1)} s.`);
    const reader = `newcomer.${cut.run.toLowerCase()}@reader.example`;
    const contact = await subscribe(stage, studio.sink, reader);
    const begun = await receive(account, studio.sink, reader);
    await readProgress(stage, program, reader);
    await readStory(stage, contact);
    expect(begun).toBe(titles.length);
  });
}

const nameOf = (index: number) => `${index + 1}. ${titles[index]}`;

async function writeFirstMail(stage: Stage): Promise<void> {
  await stage.navigate('Mailings');
  await stage.follow('Create an automatic mailing');
  await stage.choose('What is it for?', 'Welcome after the confirmation');
  await stage.write('Sender address', 'news@garden.example');
  await stage.write('Name', nameOf(0));
  await stage.look('mail-new');
  await stage.press('Create');
  await stage.heading(nameOf(0));
  await stage.follow('Edit');
  await stage.write('Subject', titles[0]!);
  await stage.press('Save');
  await stage.heading(nameOf(0));
  await stage.press('Activate');
  await stage.says('The mailing is active: it is sent from now on.');
  await stage.look('mail');
}

/** The others are written in the same way, which needs no film. */
async function createMail({ client }: TestService, index: number): Promise<void> {
  const mailingid = await client.mailings
    .create({ name: nameOf(index), subject: titles[index]!, type: 'trigger' })
    .orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@garden.example' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: html }).orThrow();
  await client.triggerMailings.createDispatching({ mailingid, body: { type: 'EXTERNAL' } }).orThrow();
  await client.mailingActions.activateDispatching({ mailingid }).orThrow();
}

async function createSeries(stage: Stage): Promise<void> {
  await stage.navigate('Automation');
  await stage.look('automation');
  await stage.follow('Create an automation');
  await stage.write('Name', 'Welcome series');
  await stage.choose('What starts it', 'A confirmed double opt-in');
  await stage.choose('Goal: contacts of this segment leave', 'Customers');
  await stage.choose('What happens', 'Send a mailing', 'Step 1');
  await stage.choose('Mailing', nameOf(0), 'Step 1');
  await stage.choose('What happens', 'Wait', 'Step 2');
  await stage.write('Days', '2', 'Step 2');
  await stage.look('series-new');
  await stage.press('Save');
  await stage.heading('Welcome series');
  await stage.says('The automation was saved.');
}

/** Nobody invents a name for a step here: the form of a step offers the others. */
async function drawRest(stage: Stage): Promise<void> {
  const onArrow = async (arrow: string, kind: string, fill: () => Promise<void>) => {
    await stage.follow(arrow);
    await stage.heading('New step');
    await stage.choose('What happens', kind);
    await fill();
    await stage.look(`drawn-${kind}`);
    await stage.press('Add the step');
    await stage.says('The step was added.');
  };
  await onArrow('New step after step 2', 'Send a mailing', () => stage.choose('Mailing', nameOf(1)));
  await onArrow('New step after step 3', 'Branch by an open or click', () => stage.choose('is', 'clicked'));
  await onArrow('New step after step 4 (No)', 'Wait', () => stage.write('Days', '5'));
  await onArrow('New step after step 5', 'Send a mailing', () => stage.choose('Mailing', nameOf(2)));
  await stage.look('series');
  const [, , , branch] = await stage.page.locator('ol.program li').allTextContents();
  expect(branch).toContain('What-grows-when');
}

async function tryOut(stage: Stage): Promise<void> {
  await stage.follow('Try it out');
  await stage.heading('Try it out');
  await stage.press('Try it out');
  await stage.says('What would happen');
  await stage.look('tried');
  const answer = await said(stage);
  for (const index of titles.keys()) expect(answer).toContain(nameOf(index));
}

async function switchOn(stage: Stage, program: string): Promise<void> {
  await stage.page.goto(program);
  await stage.follow('Edit');
  await stage.choose('State', 'Active');
  await stage.press('Save');
  await stage.heading('Welcome series');
  await stage.says('The automation was saved.');
}

/** Somebody signs up and confirms. Returns the id of the contact. */
async function subscribe({ page, service }: Stage, sink: SmtpSink, email: string): Promise<number> {
  const body = { standard_fields: [{ name: 'FIRSTNAME' as const, value: 'Nele' }] };
  const id = await service.client.contacts.createByEmail({ email, permission: 1, doi: true, body }).orThrow();
  service.wakeWorker();
  await page.goto(confirmLink((await sink.mailTo(email)).email));
  await page.getByRole('button', { name: 'Yes, I want these emails' }).click();
  await page.getByText('Your subscription is confirmed').waitFor();
  return id;
}

/** Lets time go by, and sees that each mail comes at its time and not a minute before. Returns how many came. */
async function receive({ db, wakeWorker }: TestService, sink: SmtpSink, reader: string): Promise<number> {
  const got = () =>
    mailsTo(sink, reader)
      .flatMap(({ email }) => email.subject ?? [])
      .slice(1);
  const arrived = (count: number) =>
    expect
      .poll(
        () => {
          wakeWorker();
          return got();
        },
        { timeout: 240_000, interval: 250 },
      )
      .toEqual(titles.slice(0, count));
  const lookAt = async (at: number) => {
    const log = (line: string) => {
      throw new Error(line);
    };
    await runDueJobs(db, [runProgramJob('https://news.example.com', wakeWorker)], log, () => new Date(at));
  };
  const dueAt = async () => {
    const [run] = await db.selectFrom('automation_run').select('due_at').orderBy('id', 'desc').limit(1).execute();
    return run!.due_at.getTime();
  };
  await arrived(1);
  await expect.poll(dueAt, { timeout: 240_000 }).toBeGreaterThan(Date.now() + 2 * day - 10 * minute);
  const second = await dueAt();
  await lookAt(second - minute);
  expect(got()).toEqual(titles.slice(0, 1));
  await lookAt(second);
  await arrived(2);
  const third = await dueAt();
  expect(third - second).toBe(5 * day);
  await lookAt(third - minute);
  expect(got()).toEqual(titles.slice(0, 2));
  await lookAt(third);
  await arrived(3);
  return got().length;
}

async function readProgress(stage: Stage, program: string, reader: string): Promise<void> {
  const { page } = stage;
  await page.goto(program);
  await stage.heading('Welcome series');
  const taken = await page
    .locator('.program [data-taken]')
    .evaluateAll((parts) => parts.map((part) => part.getAttribute('data-taken')));
  expect(taken, 'each step once').toEqual(Array(7).fill('1'));
  expect(await page.locator('[data-idle]').count()).toBe(0);
  const [run] = await textsOf(page.locator('tbody tr'));
  expect(run).toContain(reader);
  expect(run).toContain('Ended');
  await stage.look('series-done');
}

async function readStory(stage: Stage, contact: number): Promise<void> {
  const { page, service } = stage;
  await page.goto(`${service.origin}/console/contacts/${contact}`);
  await stage.heading('Nele');
  const story = await said(stage);
  for (const index of titles.keys()) expect(story).toContain(`Received ${nameOf(index)}`);
  await stage.look('story');
}
