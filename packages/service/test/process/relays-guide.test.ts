import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { readGuide } from '../support/guide.ts';
import { guideShell } from '../support/guide-shell.ts';
import { type Command, freshDirectory, runMailwright, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

const { text: guide, blocksOf } = readGuide('relays-and-bounces');
const room = freshDirectory();
const data = join(room, 'data');
const secrets = join(room, 'secrets');
/** The blocks of the guide, with files of the test. */
const blocks = blocksOf('sh').map((block) => block.replaceAll('/etc/mailwright', secrets));
const commandsOf = (verb: string) =>
  blocks.flatMap((block) => block.split('\n').filter((line) => line.startsWith(`npx mailwright ${verb}`)));

let service: Command & { baseUrl: string; key: string };
let keys: Record<string, string>;
beforeAll(async () => {
  mkdirSync(join(secrets, 'dkim'), { recursive: true });
  writeFileSync(join(secrets, 'smtp-password'), 'secret');
  const file = join(secrets, 'bounce-events.json');
  const shell = guideShell(room);
  keys = {};
  for (const block of blocks.filter((each) => each.startsWith('echo'))) {
    await shell(block.split('\n')[0]!);
    Object.assign(keys, JSON.parse(readFileSync(file, 'utf8')));
  }
  writeFileSync(file, JSON.stringify(keys));
  // One service with the options of all set-ups: what differs between providers is the SMTP server and the key.
  const options = commandsOf('serve').join(' ');
  const [mailbox] = /--bounce-mailbox imaps\S+/.exec(options) ?? [];
  const [domain] = /--bounce-domain \S+/.exec(options) ?? [];
  const [smtp] = /--smtp smtps\S+/.exec(options) ?? [];
  service = await startService(data, [
    ...`${smtp} ${mailbox!.replace(/@[^@]*$/, '@127.0.0.1:9/INBOX')} ${domain}`.split(' '),
    ...['--bounce-port', String(await freePort()), '--bounce-events', file],
    ...['--smtp-password-file', join(secrets, 'smtp-password')],
    ...['--bounce-mailbox-password-file', join(secrets, 'smtp-password')],
  ]);
});
afterAll(async () => {
  service?.child.kill();
  await service?.ended;
});

test('the guide has a set-up for each provider that it names, and all files are used', () => {
  expect(Object.keys(keys)).toEqual(['ses', 'mailgun', 'postmark', 'sendgrid']);
  expect(commandsOf('serve')).toHaveLength(6);
  for (const provider of Object.keys(keys)) expect(guide).toContain(`/bounce-events/${provider}`);
});

test('events come in at each address of the guide, and doctor has a line for each way in', async () => {
  const fetch = trusting(join(data, 'tls/certificate.pem'));
  const { origin } = new URL(service.baseUrl);
  const authorization = `Basic ${Buffer.from(`mailwright:${keys.postmark}`).toString('base64')}`;
  const statuses = await Promise.all(
    Object.keys(keys).map(async (provider) => {
      const address = `${origin}/bounce-events/${provider}`;
      return (await fetch(address, { method: 'POST', body: '{}', headers: { authorization } })).status;
    }),
  );
  // Nobody but the providers can sign; the password of Postmark is in the guide.
  expect(statuses).toEqual([403, 403, 204, 403]);
  const findings = async () => {
    const command = ['doctor', '--data', data, '--dns', '127.0.0.1:9', '--time-server', '127.0.0.1:9', '--json'];
    const { stdout } = await runMailwright(command).ended;
    const all = (JSON.parse(stdout) as { findings: Record<'check' | 'subject' | 'state', string>[] }).findings;
    return all.filter(({ check }) => check === 'bounces').map(({ subject, state }) => `${subject} ${state}`);
  };
  await expect
    .poll(findings, { timeout: 100_000, interval: 500 })
    .toEqual(['mailbox error', 'mailgun warning', 'postmark ok', 'sendgrid warning', 'ses warning']);
});
