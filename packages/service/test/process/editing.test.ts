import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { freshDirectory, startService } from '../support/process.ts';

const place = freshDirectory();
const data = join(place, 'data');
const html = join(place, 'page.html');
let service: Awaited<ReturnType<typeof startService>>;

async function run(...args: string[]) {
  const { code, stdout, stderr } = await commandLine([...args, '--data', data]);
  return { code, stdout: stdout.trim(), stderr: stderr.trim() };
}

beforeAll(async () => {
  writeFileSync(html, '<p>Hello [[CONTACT|FIRSTNAME|friend]]!</p>');
  service = await startService(data, ['--name', 'Shop', '--empty']);
});
afterAll(async () => {
  service?.child.kill('SIGTERM');
  await service?.ended;
});

const account = 'Account 1: Shop';
const subject = ['--subject', 'Spring'];

/** The commands in their order, each of which finds what those before it have made. */
test.each<[args: string[], wanted: { code?: number; stdout?: RegExp | string; stderr?: RegExp | string }]>([
  [
    ['contacts', 'add', 'ada@example.org', '--permission', '3', '--field', 'FIRSTNAME=Ada', '--external-id', 'c-1'],
    { stdout: 'Contact 1 is added: ada@example.org, permission 3.', stderr: account },
  ],
  [['contacts', 'add', 'Ada@Example.org'], { code: 1, stderr: /contact 1 already has the email address/ }],
  [['contacts', 'add', 'nobody'], { code: 1, stderr: /"nobody" is not an email address/ }],
  [['contacts', 'add', 'b@example.org', '--field', 'HAT=x'], { code: 1, stderr: /"HAT" is not a custom field/ }],
  [['contacts', 'add', 'ben@example.org'], { stderr: /^Account 1: Shop\nRegular mailings are not sent to/ }],
  [['contacts', 'find', 'ada', '--json'], { stdout: /^\[\s+\{\s+"id": 1,[\s\S]*"FIRSTNAME": "Ada"/, stderr: '' }],
  [['contacts', 'find', '@EXAMPLE.org', '--limit', '1'], { stdout: /ada@/, stderr: /first 1 of 2/ }],
  [['contacts', 'find', '100%'], { stdout: '', stderr: 'No contact contains "100%".' }],
  [['contacts', 'show', 'ADA@example.org'], { stdout: /Permission +3\nStatus +subscribed\n[\s\S]*FIRSTNAME +Ada/ }],
  [['contacts', 'show', '99'], { code: 1, stderr: /there is no contact 99/ }],
  [
    ['mailings', 'create', 'Spring', ...subject, '--sender', 'news@example.com', '--html', html, '--target-group', '1'],
    { stdout: 'Mailing 1 (Spring) is created.', stderr: account },
  ],
  [['mailings', 'create', 'Spring', ...subject], { code: 1, stderr: /another mailing has the name "Spring"/ }],
  [['mailings', 'create', 'X', ...subject], { code: 1, stderr: /name must have at least 3 characters/ }],
  [['mailings', 'create', 'Other'], { code: 1, stderr: /required option '--subject/ }],
  [['mailings', 'edit', '1'], { code: 1, stderr: /nothing to change/ }],
  [['mailings', 'edit', '1', '--sender', 'news'], { code: 1, stderr: /sender must/ }],
  [['mailings', 'edit', '1', '--target-group', '9'], { code: 1, stderr: /there is no target group 9/ }],
  [['mailings', 'edit', '9', ...subject], { code: 1, stderr: /there is no mailing 9/ }],
  [
    ['mailings', 'edit', '1', '--name', 'Summer', '--subject', 'Hi [[CONTACT|HAT]]'],
    { stdout: 'Mailing 1 (Summer) is changed.', stderr: /^Account 1: Shop\nWarning: subject: .*HAT/ },
  ],
  [
    ['mailings', 'edit', '1', '--subject', 'Hi [[CONTACT|FIRSTNAME|you]]', '--json'],
    { stdout: JSON.stringify({ id: 1, warnings: [] }, undefined, 2) },
  ],
  [['mailings', 'preview', '1'], { stdout: /^Subject: Hi Ada\n/, stderr: '' }],
  [['mailings', 'preview', '1', '--contact', 'ben@example.org', '--html'], { stdout: /<p>Hello friend!<\/p>/ }],
  [['mailings', 'test', '1', 'ada@example.org'], { stdout: 'Mailing 1 is sent to ada@example.org.', stderr: account }],
  [['mailings', 'test', '1', 'nobody'], { code: 1, stderr: /"nobody" is not an email address/ }],
])('mailwright %j', async (args, { code = 0, stdout, stderr }) => {
  const done = await run(...args);
  expect(done.code, done.stderr).toBe(code);
  if (stdout !== undefined) expect(done.stdout).toMatch(matcher(stdout));
  if (stderr !== undefined) expect(done.stderr).toMatch(matcher(stderr));
});

const matcher = (wanted: RegExp | string) =>
  typeof wanted === 'string' ? new RegExp(`^${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : wanted;

test('the log of the account has each change, by the operator', async () => {
  const { stdout } = await run('audit', '--json');
  const names = stdout.split('\n').map((line) => (JSON.parse(line) as { action: string }).action);
  expect(names).toEqual(expect.arrayContaining(['addContact', 'createMailing', 'editMailing', 'testMailing']));
});

test('without a service a test mail waits for one', async () => {
  service.child.kill('SIGTERM');
  await service.ended;
  const { stdout } = await run('mailings', 'test', '1', 'ben@example.org');
  expect(stdout).toContain('queued for ben@example.org');
});
