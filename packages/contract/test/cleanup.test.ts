import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deep } from '../../../tools/verify/src/deep.ts';
import type { Report } from '../src/report/report.ts';
import { everythingIn, keysOf } from './support/everything.ts';
import { runHere } from './support/in-process.ts';
import { run } from './support/process.ts';
import { type JudgedService, ownService } from './support/service.ts';

const room = mkdtempSync(join(tmpdir(), 'mailwright-cleanup-'));
const reportFile = join(room, 'report.json');
const beside = dirname(descriptionFile);
const { start } = ownService();
let own: JudgedService;
beforeAll(async () => {
  own = await start();
  writeFileSync(join(room, 'ca.pem'), own.service.cert);
  const { client } = own.service;
  await client.account.updatePlaceholders({ body: [{ key: 'IMPRINT', value: 'ours' }] }).orThrow();
  await client.contacts.createCustomField({ field: 'OURS', type: 'string' }).orThrow();
});
afterAll(async () => {
  await own?.service.close();
  rmSync(room, { recursive: true });
});

const verifying = (...options: string[]) => [
  ...['verify', descriptionFile, '--target', own.baseUrl, '--ca', join(room, 'ca.pem'), '--yes'],
  ...['--auth', `Bearer ${own.service.key}`, '--report', `json=${reportFile}`],
  ...['--preconditions', join(beside, 'preconditions'), '--corpus', join(beside, 'corpus'), ...options],
];

const left = () => (JSON.parse(readFileSync(reportFile, 'utf8')) as Report).left;

const MAKING = `createContactByEmail,createContactByExternalId,synchronizeContacts,createCustomField,renameCustomField,
  createTargetGroup,createMailing,copyMailing,sendMailingNow,createMailingSchedule,createMailingDispatching,
  createMailingBlacklist,createBlacklist,createTransactionType,addMailingTemplate,createWebhook,createSignUpForm,createConversionSite,
  createAutomationProgram,setAccountPlaceholders,updateAccountPlaceholders`;

test('what a run makes is taken away again, and what has no deletion is named', async () => {
  const before = await everythingIn(own.service);
  const verified = await runHere(...verifying('--only', MAKING));
  expect(verified.code, verified.output).toBe(0);
  expect(await everythingIn(own.service)).toEqual([...before, ...keysOf(left())].sort());
  expect(new Set(left().map(({ kind }) => kind))).toEqual(new Set(['blacklist', 'site', 'automation program']));
  expect(verified.output).toMatch(/Not deleted \(\d+\):\n.* {4}blacklist: Created \w+ \(\d+\), .*: no operation/s);
});

test('--keep leaves it', async () => {
  const before = await everythingIn(own.service);
  const verified = await runHere(...verifying('--only', 'createCustomField', '--keep'));
  expect(verified.code, verified.output).toBe(0);
  const more = (await everythingIn(own.service)).filter((each) => !before.includes(each));
  expect([...new Set(more.map((each) => each.replace(/_\w+$/, '')))]).toEqual([
    'contact field CREATED',
    'contact field FIELD',
  ]);
  expect(verified.output).not.toContain('Not deleted');
});

/** A run that has made a mailing. */
async function underWay() {
  const before = await everythingIn(own.service);
  const verified = run(
    ...verifying('--only', 'Mailings,Contacts', '--skip', 'deleteAllContacts,deleteStandardFieldValues'),
  );
  const last = before.flatMap((each) => /^mailing (\d+)$/.exec(each)?.[1] ?? []).map(Number);
  const newest = Math.max(0, ...last);
  // All that there is would be asked for twenty times a second otherwise.
  const made = own.service.db.selectFrom('mailing').select('id').where('id', '>', newest).limit(1);
  await vi.waitFor(async () => expect(await made.execute()).not.toEqual([]), { interval: 50 });
  return { before, verified };
}

test.each((['SIGINT', 'SIGTERM'] as const).slice(0, deep ? 2 : 1))('%s ends a run in order', async (signal) => {
  const { before, verified } = await underWay();
  verified.child.kill(signal);
  expect(await verified.code(), verified.output()).toBe(1);
  expect(verified.output()).toContain('Interrupted. Deleting what was created');
  expect(await everythingIn(own.service)).toEqual([...before, ...keysOf(left())].sort());
});

test('a second signal ends it at once', async () => {
  const { verified } = await underWay();
  verified.child.kill('SIGINT');
  await verified.says(/Interrupted/);
  verified.child.kill('SIGINT');
  expect(await verified.code()).toBe(null);
});
