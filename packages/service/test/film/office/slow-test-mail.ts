import { expect, vi } from 'vitest';
import type { Stage } from '../stage.ts';
import { type Cut, enter, join, type Studio } from './studio.ts';

const html = '<h1>June</h1><p>Garden Ltd, 1 Green Street. <a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>';

/** A test mail takes longer than its sender can wait: the page says so, and tells the end when it comes. */
export async function awaitTestMail(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Slow ${cut.run}`);
  const { email } = await join(account, studio.sink, 'editor');
  const { client } = account;
  const mailingid = await client.mailings.create({ name: `Slow ${cut.run}`, subject: `Slow ${cut.run}` }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@garden.example' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: html }).orThrow();
  await studio.play('slow', account, cut, async (stage) => {
    await enter(stage, email);
    await sendSlowly(stage, studio, `/console/mailings/${mailingid}`, email);
    studio.sink.speak('550 5.7.1 Not this one');
    await untilTold(stage, `The test of Slow ${cut.run} reached nobody.`);
    await stage.look('failed');
    await stage.navigate('Overview');
    await stage.says(`The test of Slow ${cut.run} reached nobody.`);
    await stage.look('overview');
    const told = async () => {
      account.wakeWorker();
      return studio.sink.mails.filter(({ email: { subject } }) => subject === `Test of “Slow ${cut.run}” was not sent`);
    };
    await expect.poll(async () => (await told()).map(({ to }) => to), { timeout: 240_000 }).toEqual([[email]]);

    await sendSlowly(stage, studio, `/console/mailings/${mailingid}`, email);
    studio.sink.speak();
    await untilTold(stage, `The test of Slow ${cut.run} was sent.`);
    await stage.look('sent');
  });
}

/** Presses the button; a minute passes by the clock that measures how long the request waits. */
async function sendSlowly(stage: Stage, { sink }: Studio, path: string, email: string): Promise<void> {
  const { page, service } = stage;
  await page.goto(`${service.origin}${path}`);
  const before = sink.mails.length;
  sink.silent.add(email);
  await stage.write('Send a test mail to', email);
  const pressed = stage.press('Send the test mail');
  await expect.poll(() => sink.mails.length, { timeout: 240_000 }).toBe(before + 1);
  const measured = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => measured() + 61_000);
  try {
    await pressed;
    await stage.says('The test mail is still on its way');
  } finally {
    clock.mockRestore();
  }
  await stage.look('on-its-way');
}

/** Has the job look that records the end, as it does a little later, until the page tells it. */
async function untilTold(stage: Stage, text: string): Promise<void> {
  const { page, service } = stage;
  const outcome = page.locator('#outcome');
  const isTold = async () => {
    await service.db
      .updateTable('job')
      .set({ due_at: new Date(0) })
      .where('kind', '=', 'unanswered-test')
      .execute();
    return (await outcome.count()) > 0 && (await outcome.textContent())!.includes(text);
  };
  await stage.until(isTold, true);
}
