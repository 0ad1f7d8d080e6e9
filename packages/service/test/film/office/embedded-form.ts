import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { confirmLink } from '../../support/opt-in.ts';
import type { Stage } from '../stage.ts';
import { type Cut, enter, join, type Studio, said, textsOf } from './studio.ts';

/** A sign-up form with double opt-in in a page of another site, from building it to the contact who has confirmed. */
export async function embedForm(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Form ${cut.run}`);
  const { email } = await join(account, studio.sink, 'administrator');
  const site = await startSite();
  try {
    await studio.play('form', account, cut, async (stage) => {
      await enter(stage, email);
      await createConfirmation(stage);
      site.show(await createForm(stage, site.origin));
      const back = stage.page.url();
      const visitor = `visitor.${cut.run.toLowerCase()}@reader.example`;
      await signUp(stage, site.origin, visitor);
      const { email: mail } = await studio.sink.mailTo(visitor);
      expect([mail.subject, mail.from?.address]).toEqual(['Please confirm your subscription', 'news@garden.example']);
      await confirm(stage, confirmLink(mail));
      await stage.page.goto(back);
      await findContact(stage, visitor);
    });
  } finally {
    site.close();
  }
}

/** A page of somebody else, at an origin of its own. */
async function startSite() {
  let snippet = '';
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A garden</title><main><h1>A garden</h1>${snippet}</main>`,
      );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    show(html: string) {
      snippet = html;
    },
    close: () => server.close(),
  };
}

async function createConfirmation(stage: Stage): Promise<void> {
  await stage.navigate('Sign-up forms');
  await stage.look('forms');
  await stage.follow('Create the first one.');
  await stage.look('form-new');
  await stage.follow('Create another one');
  await stage.write('Sender address', 'news@garden.example');
  await stage.look('confirmation-new');
  await stage.press('Create');
  await stage.says('The mailing is active: it is sent from now on.');
  await stage.look('confirmation');
}

/** Creates the form, and returns its HTML for another page. */
async function createForm(stage: Stage, origin: string): Promise<string> {
  const { page } = stage;
  await stage.navigate('Sign-up forms');
  await stage.follow('Create the first one.');
  await stage.write('Name', 'Garden page');
  await stage.write('Heading of the page', 'Letters from the garden');
  await stage.write('What people agree to', 'I would like to get letters by email. I can leave at any time.');
  await stage.choose('First name', 'Asked');
  await stage.write('Websites that may embed this form', origin);
  await stage.press('Save');
  await stage.heading('Garden page');
  await stage.look('form');
  expect(await said(stage)).toContain('Email address, First name');
  expect(await page.locator('[data-obstacle$=_mailing_missing]').count()).toBe(0);
  const link = page.getByRole('link', { name: 'The form itself, as HTML to copy' });
  const answer = await page.context().request.get((await link.getAttribute('href'))!);
  return answer.text();
}

async function signUp(stage: Stage, origin: string, email: string): Promise<void> {
  const { page, scripts } = stage;
  await page.goto(origin);
  await stage.look('foreign-page');
  await stage.write('Email address (required)', email);
  await stage.write('First name', 'Vera');
  await page.getByLabel('I would like to get letters').check();
  await stage.press('Subscribe');
  if (scripts) {
    await page.getByRole('status').waitFor();
    expect(new URL(page.url()).origin, 'the visitor stays in the page').toBe(origin);
  } else {
    await page.getByText('press the button once more').waitFor();
    await stage.look('once-more');
    await pressUntilTaken(page);
  }
  await stage.look('asked-to-confirm');
}

/** A form that was filled in too fast for a person asks for another press. */
async function pressUntilTaken(page: Page): Promise<void> {
  const press = async () => {
    const button = page.getByRole('button', { name: 'Subscribe' });
    if ((await button.count()) > 0) await button.click();
    return page.getByRole('heading').first().textContent();
  };
  await expect.poll(press, { timeout: 240_000, interval: 500 }).toBe('Thank you');
}

async function confirm(stage: Stage, link: string): Promise<void> {
  await stage.page.goto(link);
  await stage.look('confirm');
  await stage.press('Yes, I want these emails');
  await stage.says('Your subscription is confirmed');
  await stage.look('confirmed');
}

async function findContact(stage: Stage, email: string): Promise<void> {
  const { page, service } = stage;
  const line = page.getByRole('row', { name: email });
  expect(await line.getByText('–', { exact: true }).count(), 'it is confirmed').toBe(0);
  await stage.look('signed-up');
  await stage.follow(email);
  await stage.heading('Vera');
  const facts = await textsOf(page.locator('dl').first());
  expect(facts[0]).toMatch(/Permission Double opt-in /);
  expect(facts[0]).toContain(email);
  await stage.look('contact');
  const contact = await service.client.contacts.getByEmail({ email }).orThrow();
  expect(contact.permission).toBe(4);
}
