import { expect } from 'vitest';
import { reached } from '../../support/sendout.ts';
import type { TestService } from '../../support/service.ts';
import type { SmtpSink } from '../../support/smtp-sink.ts';
import { visit } from '../../support/tracked-mailing.ts';
import { sendMailing } from '../newcomer.ts';
import type { Stage } from '../stage.ts';
import { type Cut, enter, join, mailsTo, reachedBy, type Studio, said } from './studio.ts';

const html = `<h1>Spring</h1><p>Hello [[CONTACT|FIRSTNAME|friend]]</p><p>Garden Ltd, 1 Green Street.
<a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>`;
const opener = 'chiara.rossi@example.com';

/** A mailing is sent again, to those of its recipients who have not opened it and to nobody else. */
export async function sendAgain(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Again ${cut.run}`);
  const { email } = await join(account, studio.sink, 'sender');
  const subject = `Spring ${cut.run}`;
  const mailingid = await sendFirst(account, subject);
  const recipients = reachedBy(studio.sink, subject);
  await open(account, studio.sink, subject);
  // Somebody new has not got it, and so is nobody who has not opened it.
  await account.client.contacts.createByEmail({ email: 'new@reader.example', permission: 5, body: {} }).orThrow();
  await studio.play('again', account, cut, async (stage) => {
    await enter(stage, email);
    await buildSegment(stage, `${mailingid} – First ${cut.run}`, recipients.length - 1);
    await copyMailing(stage, cut, `Last call, ${cut.run}`);
    await sendMailing(stage, recipients.length - 1);
    expect(reachedBy(studio.sink, `Last call, ${cut.run}`)).toEqual(recipients.filter((each) => each !== opener));
  });
}

async function sendFirst(account: TestService, subject: string): Promise<number> {
  const { client } = account;
  const mailingid = await client.mailings.create({ name: subject.replace('Spring', 'First'), subject }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@garden.example' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: html }).orThrow();
  const { items } = await client.targetGroups.list({}).orThrow();
  const everybody = items.find(({ name }) => name === 'Everybody')!;
  await client.regularMailings.setTargetGroup({ mailingid, body: everybody.id }).orThrow();
  await client.mailings.sendNow({ mailingid }).orThrow();
  account.wakeWorker();
  await reached(account, mailingid, 'done', 240_000);
  return mailingid;
}

/** One recipient looks at the mail with images. */
async function open(account: TestService, sink: SmtpSink, subject: string): Promise<void> {
  const mail = mailsTo(sink, opener).find(({ email }) => email.subject === subject)!;
  const pixel = /<img[^>]* src="([^"]+)"/.exec(mail.email.html!)![1]!;
  const opens = async () => {
    await visit(account, pixel);
    return (await account.client.reports.listOpens({}).orThrow()).items.length;
  };
  await expect.poll(opens, { timeout: 240_000, interval: 500 }).toBeGreaterThan(0);
}

async function buildSegment(stage: Stage, mailing: string, count: number): Promise<void> {
  const { page } = stage;
  await stage.navigate('Segments');
  await stage.look('segments');
  await stage.follow('Build a segment');
  await stage.write('Name', 'Have not opened it');
  for (const [rule, condition] of [
    ['Rule 1', 'received a mailing'],
    ['Rule 2', 'opened no mailing'],
  ] as const) {
    await stage.choose('Field', 'Activity in mailings', rule);
    await stage.choose('Condition', condition, rule);
    await stage.write('Mailing; empty for any', mailing, rule);
  }
  await stage.press('Count');
  await stage.says(`${count} contacts match`);
  expect(await said(stage)).toContain('did not open “First');
  await stage.look('segment-new');
  await stage.press('Save');
  await stage.heading('Have not opened it');
  await stage.until(() => page.locator('#contacts .figures dd').allTextContents(), [String(count), String(count)]);
  await stage.look('segment');
  expect(await page.locator('#contacts').textContent()).not.toContain(opener);
}

async function copyMailing(stage: Stage, { run }: Cut, subject: string): Promise<void> {
  await stage.navigate('Mailings');
  await stage.look('mailings');
  await stage.follow(`First ${run}`);
  await stage.follow('Copy');
  await stage.look('copy');
  await stage.write('Name', `Second ${run}`);
  await stage.write('Subject', subject);
  await stage.press('Create');
  await stage.heading(`Edit Second ${run}`);
  await stage.choose('Segment', 'Have not opened it');
  await stage.press('Save');
  await stage.heading(`Second ${run}`);
  await stage.look('second');
}
