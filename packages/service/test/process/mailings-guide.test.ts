import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usedDirectory } from '../support/data-directory.ts';
import { type Command, runMailwright, startService } from '../support/process.ts';

const root = join(import.meta.dirname, '../../../..');
const guide = readFileSync(join(root, 'docs/guides/mailings.md'), 'utf8');
const blocksOf = (language: string) =>
  Array.from(guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')), ([, code]) => code!);

const data = await usedDirectory();
let service: Command & { baseUrl: string; key: string };
let mailingid: string;

beforeAll(async () => {
  service = await startService(data);
});
afterAll(async () => {
  service?.child.kill();
  await service?.ended;
});

const mailings = (...args: string[]) => runMailwright(['mailings', ...args, '--data', data]).ended;

test('the program of the guide makes a mailing and checks it', async () => {
  const program = blocksOf('ts').join('\n').replace('https://localhost:8443/1.0', service.baseUrl);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    {
      cwd: join(root, 'packages/service'),
      env: { ...process.env, MAILWRIGHT_KEY: service.key, NODE_EXTRA_CA_CERTS: join(data, 'tls', 'certificate.pem') },
    },
  );
  expect(stdout).toMatch(/^\d+\nsuccess\n$/);
  mailingid = stdout.split('\n')[0]!;
});

test('the commands of the guide show the mailing and check it', async () => {
  const lines = blocksOf('sh').join('').trim().split('\n');
  const outputs: string[] = [];
  for (const line of lines) {
    const [, args] = /^npx mailwright mailings (.*)$/.exec(line)!;
    const { code, stdout, stderr } = await mailings(...args!.replace(/\b12\b/, mailingid).split(' '));
    expect([line, code, stderr]).toEqual([line, 0, expect.any(String)]);
    outputs.push(stdout);
  }
  const [list, shown, checked] = outputs;
  expect(list).toMatch(new RegExp(`^ID +NAME +TYPE +STATE .*\n${mailingid} +Spring +regular +draft +Spring has come`));
  expect(shown).toMatch(/^State +draft, can be changed$/m);
  expect(shown).toMatch(/^Missing +nothing$/m);
  expect(shown).toMatch(/^Check +personalization: success$/m);
  expect(checked).toMatch(/^CHECK|^No findings\.$/);
  expect(checked).not.toContain(' error ');
});

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
  const { stdout } = await runMailwright(['mailings', command, '--help']).ended;
  expect(stdout).toMatch(new RegExp(`Examples:\n {2}mailwright mailings ${command}`));
});
