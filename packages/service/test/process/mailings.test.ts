import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { type Command, startService } from '../support/process.ts';

const data = await usedDirectory();
let service: Command & { baseUrl: string; key: string };
let mailingid: string;

beforeAll(async () => {
  service = await startService(data, ['--empty']);
  const page = join(data, 'page.html');
  writeFileSync(page, '<p>Hello</p><p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>');
  const parts = ['--subject', 'Spring has come', '--sender', 'news@example.com', '--html', page, '--target-group', '1'];
  const made = await mailings('create', 'Spring', ...parts, '--json');
  mailingid = String(JSON.parse(made.stdout).id);
  await mailings('check', mailingid, '--only', 'display');
});
afterAll(async () => {
  service?.child.kill();
  await service?.ended;
});

const mailings = (...args: string[]) => commandLine(['mailings', ...args, '--data', data]);

test('lists and mailings as JSON', async () => {
  const { stdout } = await mailings('list', '--json', '--limit', '1');
  expect(JSON.parse(stdout)).toMatchObject([
    { id: Number(mailingid), name: 'Spring', state: 'draft', scheduled: null },
  ]);
  const shown = await mailings('show', mailingid, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    id: Number(mailingid),
    sealed: false,
    missing: [],
    checks: expect.arrayContaining([{ kind: 'display', state: expect.any(String), finished: expect.any(String) }]),
    transitions: [],
  });
});

test('a list of nothing says so', async () => {
  const none = await mailings('list', '--state', 'sending,paused');
  expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'No mailing matches.\n']);
});

test.each([
  [['list', '--state', 'sent'], 1, 'there is no state "sent"; the states are: draft, scheduled,'],
  [['list', '--limit', '0'], 1, 'It must be a number from 1 to 10000.'],
  [['show', '404404'], 1, 'there is no mailing 404404; "mailwright mailings list" lists the mailings'],
  [['show'], 1, "missing required argument 'id'"],
])('%j is refused', async (args, status, message) => {
  const { code, stderr } = await mailings(...args);
  expect([code, stderr]).toEqual([status, expect.stringContaining(message)]);
});

test.each(['list', 'show', 'check'])('the help of %s has examples', async (command) => {
  const { stdout } = await commandLine(['mailings', command, '--help']);
  expect(stdout).toMatch(new RegExp(`Examples:\n {2}mailwright mailings ${command}`));
});
