import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';

const directory = freshDirectory();
const data = join(directory, 'data');
const file = (name: string) => join(directory, name);
let service: Awaited<ReturnType<typeof startService>>;
let url: string;
beforeAll(async () => {
  service = await startService(data);
  url = new URL(service.baseUrl).origin;
  writeFileSync(file('installation.yaml'), 'relays: []');
  writeFileSync(file('readers.csv'), 'email\nada@example.net\nbad\n');
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  await service.ended;
});

const called = (...args: string[]) => [...args, '--url', url, '--key', service.key];

/** Commands in an order in which they can be run, and what their document has. Those of streams are JSON lines. */
test.each<[args: string[] | (() => string[]), wanted: unknown]>([
  [['accounts', 'create', 'Shop', '--domain', 'shop.example.com'], { id: 2, key: expect.any(String) }],
  [
    ['accounts', 'list'],
    [{ id: 1 }, { id: 2 }],
  ],
  [['accounts', 'quota', '2'], expect.arrayContaining([expect.objectContaining({ name: 'contacts' })])],
  [['accounts', 'quota', '2', 'contacts', '500'], { account: 2, name: 'contacts', value: 500 }],
  [['accounts', 'close', '2', '--force'], { id: 2, name: 'Shop', keys: 1 }],
  [['account', '--account', '1'], { id: 1 }],
  [['keys', 'create', '--account', '1'], { id: 3, key: expect.any(String) }],
  [['keys', 'rotate', '3', '--account', '1'], { id: 4, key: expect.any(String), until: expect.any(String) }],
  [['keys', 'revoke', '4', '--account', '1'], { id: 4 }],
  [
    ['keys', 'list', '--account', '1'],
    [{ id: 1 }, { id: 3 }, { id: 4 }],
  ],
  [
    ['limits', 'set', 'example.com', '--per-day', '9', '--account', '1'],
    { domain: 'example.com', perMinute: null, perDay: 9 },
  ],
  [['limits', 'list', '--account', '1'], [{ domain: 'example.com', perDay: 9 }]],
  [['limits', 'remove', 'example.com', '--account', '1'], { domain: 'example.com' }],
  [['sites', 'add', 'Store', '--domain', 'store.example.com', '--account', '1'], { id: expect.any(Number) }],
  [['sites', 'goal', '1', 'Signup', '--account', '1'], { id: expect.any(Number) }],
  [['sites', 'list', '--account', '1'], expect.arrayContaining([expect.objectContaining({ name: 'Shop' })])],
  [
    ['forms', 'add', 'Web site', '--consent', 'I want news.', '--required', 'FIRSTNAME', '--account', '1'],
    {
      id: 1,
      url: expect.stringMatching(/^https:.*\/forms\/[\w-]{22}$/),
      fields: [{ name: 'FIRSTNAME', required: true }],
    },
  ],
  [['operator-keys', 'create', '--rights', 'get'], { id: 1, key: expect.any(String) }],
  [['operator-keys', 'list'], [{ id: 1, rights: ['get'] }]],
  [['operator-keys', 'revoke', '1'], { id: 1 }],
  [['jobs', 'list', '--state', 'dead'], []],
  [() => ['plan', file('installation.yaml')], { changes: [], unmentioned: [] }],
  [() => ['apply', file('installation.yaml')], { changed: [] }],
  [['forms', 'list', '--account', '1'], [{ id: 1, name: 'Web site' }]],
  [['forms', 'remove', '1', '--account', '1'], { id: 1 }],
  [['mailings', 'list', '--account', '1'], expect.arrayContaining([expect.objectContaining({ id: 1 })])],
  [['mailings', 'show', '1', '--account', '1'], { id: 1 }],
  [
    ['mailings', 'check', '1', '--only', 'messagesize', '--account', '1'],
    { mailing: 1, checks: [{ kind: 'messagesize' }] },
  ],
  [['sendouts', '--account', '1'], expect.any(Array)],
  [() => ['import', file('readers.csv'), '--account', '1'], { rows: 2, created: 1, invalid: 1, asked: 0 }],
  [['suppression', 'add', 'x@json.example', '--account', '1'], { added: 1, list: 'Suppression list' }],
  [
    ['suppression', 'list', '--email', 'x@json.example', '--account', '1'],
    { counts: { blacklist: 1 }, suppressions: [{ entry: 'x@json.example', reason: 'blacklist' }] },
  ],
  [['suppression', 'remove', 'x@json.example', '--account', '1'], { removed: 1, remaining: [] }],
  [() => ['backup', file('copy')], { directory: file('copy') }],
  [() => ['restore', file('copy'), '--data', file('other')], { data: file('other'), finished: expect.any(String) }],
  [
    ['dkim', '--domain', 'example.com', '--dkim-keys', directory, '--type', 'ed25519'],
    { type: 'TXT', name: 'mailwright._domainkey.example.com' },
  ],
  [['doctor', '--dns', '127.0.0.1:9', '--time-server', '127.0.0.1'], { findings: expect.any(Array) }],
  [() => ['api'], expect.arrayContaining([expect.objectContaining({ group: 'contacts' })])],
  [() => ['api', 'ping'], expect.arrayContaining([expect.objectContaining({ name: 'ping-get', method: 'GET' })])],
  [() => called('api', 'contacts', 'count'), expect.any(Number)],
])('%j prints one JSON document, in colours never', async (args, wanted) => {
  const words = typeof args === 'function' ? args() : args;
  const own = words.includes('--data') || words[0] === 'dkim' ? [] : ['--data', data];
  const { stdout, stderr } = await commandLine([...words, ...own, '--json'], { FORCE_COLOR: '1' });
  expect(stdout, stderr).not.toBe('');
  const document = JSON.parse(stdout);
  if (typeof wanted === 'object' && wanted !== null && !('asymmetricMatch' in wanted))
    expect(document).toMatchObject(wanted);
  else expect(document).toEqual(wanted);
});

const script = '/usr/bin/script';
if (!existsSync(script)) console.log(`No ${script}: colours on a terminal are tried by FORCE_COLOR alone.`);

test('an error is red and headings are bold, on a terminal alone', async () => {
  const list = ['accounts', 'list', '--data', data];
  const none = ['mailings', 'show', '404404', '--account', '1', '--data', data];
  for (const args of [list, none]) expect((await runMailwright(args).ended).stdout).not.toContain('\u001b');
  const forced = await runMailwright(none, { FORCE_COLOR: '1' }).ended;
  expect(forced.stderr).toContain('\u001b[31mmailwright:\u001b[39m there is no mailing');
  const help = await runMailwright(['accounts', 'close', '--help'], { FORCE_COLOR: '1' }).ended;
  expect(help.stdout).toContain('\u001b[1mUsage:\u001b[22m');
  if (!existsSync(script)) return;
  const seen = await onTerminal(list);
  expect(seen).toContain('\u001b[1mID');
  expect(await onTerminal(list, { NO_COLOR: '1' })).not.toContain('\u001b');
});

/** What a command writes to a pseudo terminal. */
function onTerminal(args: string[], env: Record<string, string> = {}): Promise<string> {
  const command = [process.execPath, inject('program'), ...args].map((word) => `'${word}'`).join(' ');
  // Without what decides of colours elsewhere: FORCE_COLOR, NO_COLOR, CI.
  const { PATH = '' } = process.env;
  const child = spawn(script, ['-qec', command, '/dev/null'], { env: { PATH, TERM: 'xterm-256color', ...env } });
  return new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.once('close', () => resolve(text));
  });
}
