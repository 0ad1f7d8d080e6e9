import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { commandLine } from '../support/command-line.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { type Command, runMailwright } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

const data = await usedDirectory();
const key = generateKey();
let service: Command;
let mailingid: number;

beforeAll(async () => {
  service = runMailwright(['serve', '--data', data, '--port', '0', '--http-port', '0', '--key', key]);
  const [, origin] = await service.printed(/(https:\/\/localhost:\d+)/);
  const client = createClient({
    baseUrl: `${origin}/1.0`,
    apiKey: key,
    fetch: trusting(join(data, 'tls', 'certificate.pem')),
  });
  mailingid = await client.mailings.create({ name: 'On the line', subject: 'News' }).orThrow();
  await client.mailings.setHtml({ mailingid, body: '<h1>News</h1><a href="#nowhere">more</a>' }).orThrow();
});
afterAll(async () => {
  service.child.kill();
  await service.ended;
});

const check = (...args: string[]) => commandLine(['mailings', 'check', ...args, '--data', data]);

test('progress, a table of findings, and 1 for a failed check', async () => {
  const { code, stdout, stderr } = await check(String(mailingid), '--only', 'attention,link');
  const progress = `Mailing ${mailingid}: On the line\n[1/2] attention … failed\n[2/2] link … failed\n`;
  expect(stderr.replace(/^Account \d+: .+\n/, '')).toBe(progress);
  expect(stderr).toMatch(/^Account \d+: /);
  expect(stdout).toMatch(/^CHECK +SEVERITY +CODE +WHERE +WHAT\n/);
  expect(stdout).toMatch(
    /^link +error +anchor_missing +html, line 1: #nowhere +The mail has no element with the id of the link #nowhere\.$/m,
  );
  expect(code).toBe(1);
});

test('JSON', async () => {
  const { code, stdout, stderr } = await check(String(mailingid), '--only', 'display', '--json');
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^Account \d+: .+\n$/)]);
  const { checks } = JSON.parse(stdout);
  expect(checks).toMatchObject([{ kind: 'display', state: 'warning', clients: expect.any(Array) }]);
});

test.each([
  [['404404'], 'there is no mailing 404404'],
  [['1', '--only', 'colour'], 'mailing 1 has no check "colour"; available checks: '],
  [['one'], 'It must be a number.'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await check(...args);
  expect(stderr).toContain(message);
  expect(code).not.toBe(0);
});
