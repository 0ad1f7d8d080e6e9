import { expect } from 'vitest';
import type { Role } from '../../../src/account/tables.ts';
import { signOut } from '../people.ts';
import type { Stage } from '../stage.ts';
import { type Cut, enter, join, reachedBy, type Studio, said } from './studio.ts';

const html = '<h1>June</h1><p>Garden Ltd, 1 Green Street. <a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>';

/** What a role is not offered, on the pages of its main job, and where it is refused who goes there all the same. */
interface Part {
  role: Role;
  /** Texts of links and buttons that are not there. */
  absent: string[];
  refused: [path: string, words: string][];
}

const administratorsOnly = 'Only administrators of the account can use this. Ask one of them, or for another role.';
const readOnly = 'You can look at everything here but change nothing. Ask an administrator if you need another role.';
const parts: Record<Role, Part> = {
  reader: {
    role: 'reader',
    absent: ['Write a mailing', 'Add a contact', 'Edit', 'Send now…', 'Schedule', 'Check now', 'People', 'API keys'],
    refused: [
      ['/console/mailings/new', readOnly],
      ['/console/people', administratorsOnly],
    ],
  },
  editor: {
    role: 'editor',
    absent: ['Send now…', 'Schedule', 'Sign off', 'People', 'API keys'],
    refused: [['/console/people', administratorsOnly]],
  },
  sender: {
    role: 'sender',
    absent: ['People', 'API keys'],
    refused: [
      ['/console/people', administratorsOnly],
      ['/console/keys', administratorsOnly],
    ],
  },
  administrator: { role: 'administrator', absent: [], refused: [] },
};

/** The editor writes, the sender sends, the reader reads the report, and the administrator invites: each with what the role offers. */
export async function walkRoles(studio: Studio, cut: Cut): Promise<void> {
  const account = await studio.openAccount(`Roles ${cut.run}`);
  const emails = new Map<Role, string>();
  for (const role of ['editor', 'sender', 'reader', 'administrator'] as const)
    emails.set(role, (await join(account, studio.sink, role)).email);
  await studio.play('roles', account, cut, async (stage) => {
    const as = async (role: Role, work: () => Promise<string>) => {
      await enter(stage, emails.get(role)!);
      const seen = `${await offered(stage)}\n${await work()}\n${await offered(stage)}`.split('\n');
      expect(
        seen.filter((name) => parts[role].absent.includes(name)),
        `a ${role} is not offered this`,
      ).toEqual([]);
      for (const [path, words] of parts[role].refused) await meetRefusal(stage, path, words, role);
      await stage.page.goto(`${stage.service.origin}/console`);
      await signOut(stage.page);
      await stage.heading('Sign in');
    };
    let mailing = '';
    await as('editor', async () => {
      mailing = await write(stage, cut);
      return offered(stage);
    });
    await as('sender', () => send(stage, mailing, cut, studio));
    await as('reader', () => read(stage, mailing));
    await as('administrator', () => invite(stage, cut, studio));
  });
}

/** Names of the links and buttons of a page, a line each. */
async function offered({ page }: Stage): Promise<string> {
  const names = await page.locator('a, button, summary').allTextContents();
  return names.map((name) => name.trim()).join('\n');
}

async function meetRefusal(stage: Stage, path: string, words: string, role: Role): Promise<void> {
  const { page, service } = stage;
  const answer = await page.goto(`${service.origin}${path}`);
  expect(answer!.status()).toBe(403);
  expect(await said(stage)).toContain(words);
  await stage.look(`refused-${role}-${path.split('/').at(-1)}`);
}

/** Returns the address of the mailing. */
async function write(stage: Stage, { run }: Cut): Promise<string> {
  await stage.follow('Write a mailing');
  await stage.write('Name', `Together ${run}`);
  await stage.write('Subject', `By four hands, ${run}`);
  await stage.press('Create');
  await stage.heading(`Edit Together ${run}`);
  await stage.write('Sender address', 'news@garden.example');
  await stage.choose('Segment', 'Everybody');
  await stage.append('HTML', html);
  await stage.press('Save');
  await stage.heading(`Together ${run}`);
  await stage.says('Sending and signing off are left to senders and administrators.');
  expect(await stage.page.getByRole('heading', { name: 'Send', exact: true }).count(), 'no part without contents').toBe(
    0,
  );
  await stage.look('editor');
  return stage.page.url();
}

async function send(stage: Stage, mailing: string, { run }: Cut, { sink }: Studio): Promise<string> {
  const { page } = stage;
  await page.goto(mailing);
  await stage.heading(`Together ${run}`);
  const names = await offered(stage);
  await page.goto(mailing);
  await stage.open('Send now');
  await stage.look('sender');
  await stage.press('Send to 6 contacts');
  await stage.until(() => page.locator('#about .badge').textContent(), 'Sent');
  expect(reachedBy(sink, `By four hands, ${run}`)).toHaveLength(6);
  return names;
}

async function read(stage: Stage, mailing: string): Promise<string> {
  const { page } = stage;
  await page.goto(mailing);
  const names = await offered(stage);
  await page.frameLocator('iframe.phone').getByRole('heading', { name: 'June' }).waitFor();
  await stage.look('reader-mailing');
  await stage.follow('Report');
  await stage.look('reader-report');
  expect((await page.locator('.figures dd').allTextContents())[0]).toBe('6');
  await page.goto(`${stage.service.origin}/console/contacts`);
  await stage.look('reader-contacts');
  return `${names}\n${await offered(stage)}`;
}

async function invite(stage: Stage, { run }: Cut, { sink }: Studio): Promise<string> {
  const email = `fifth.${run.toLowerCase()}@office.example`;
  await stage.navigate('People');
  await stage.look('administrator');
  await stage.write('Name', 'Eve Fifth');
  await stage.write('Email address', email);
  await stage.press('Send an invitation');
  await stage.says('The invitation is on its way.');
  const names = await offered(stage);
  expect(names).toContain('API keys');
  stage.service.wakeWorker();
  expect((await sink.mailTo(email)).email.text).toContain('/console/password?token=');
  const person = (await stage.service.client.users.list().orThrow()).find((user) => user.email === email);
  expect(person).toMatchObject({ role: 'editor', state: 'invited' });
  return names;
}
