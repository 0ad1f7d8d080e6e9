import { operations } from '@mailwright/server';
import { operations as adminOperations } from '@mailwright/server/admin';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';

/** What a program calls in place of a command: operations of the administration interface and of the API of accounts. */
const operationsOf: Record<string, string[]> = {
  send: ['sendMailingNow', 'listSendouts'],
  sendouts: ['listSendouts'],
  'sender-domains give': ['giveSenderDomain'],
  'sender-domains list': ['listSenderDomains'],
  'sender-domains remove': ['removeSenderDomain'],
  'limits set': ['setLimit'],
  'limits remove': ['removeLimit'],
  'limits list': ['listLimits'],
  'relays add': ['addRelay'],
  'relays set': ['setRelay'],
  'relays remove': ['removeRelay'],
  'relays list': ['listRelays'],
  'relays receivers': ['listReceivers'],
  'relays test': ['testRelay'],
  dkim: ['createDkimKey'],
  account: ['getAccount', 'updateAccount', 'getProfileFields', 'setProfileFields'],
  'accounts create': ['createAccount'],
  'accounts list': ['listAccounts'],
  'accounts close': ['closeAccount'],
  'accounts quota': ['listQuotas', 'setQuota', 'resetQuota'],
  'accounts bounce-policy': ['getBounceLimits', 'setBounceLimits'],
  'accounts export': ['startAccountExport', 'getMove'],
  'accounts import': ['startAccountImport', 'getMove'],
  'accounts unseal': ['releaseAccount'],
  'accounts remove': ['removeMovedAccount'],
  'keys create': ['createKey'],
  'keys list': ['listKeys'],
  'keys rotate': ['rotateKey'],
  'keys revoke': ['revokeKey'],
  'operator-keys create': ['createOperatorKey'],
  'operator-keys list': ['listOperatorKeys'],
  'operator-keys revoke': ['revokeOperatorKey'],
  'jobs list': ['listJobs'],
  'jobs retry': ['retryJob'],
  'jobs delete': ['deleteJob'],
  audit: ['listAuditEntries'],
  import: ['synchronizeContacts'],
  export: ['listContacts'],
  'contacts add': ['createContactByEmail'],
  'contacts find': ['listContactsByEmail'],
  'contacts show': ['getContact'],
  'suppression list': ['listSuppressions'],
  'suppression add': ['addSuppressions'],
  'suppression remove': ['removeSuppression'],
  'suppression export': ['listSuppressions'],
  'mailings create': ['createMailing'],
  'mailings edit': ['setMailingHtml'],
  'mailings preview': ['getMailingHtml'],
  'mailings test': ['sendMailingTestEmail'],
  'mailings list': ['listMailingsByStates'],
  'mailings show': ['getMailingState'],
  'mailings check': ['startMailingLinkCheck', 'getMailingLinkCheck'],
  'forms add': ['createSignUpForm'],
  'forms list': ['listSignUpForms'],
  'forms remove': ['deleteSignUpForm'],
  'sites add': ['addSite'],
  'sites goal': ['addGoal'],
  'sites list': ['listSites'],
  plan: ['listAccounts', 'listRelays'],
  apply: ['createAccount', 'updateAccount', 'addRelay', 'setRelay'],
  pull: ['getMailingHtml', 'listAutomationPrograms', 'listSignUpForms', 'listWebhooks'],
  backup: ['startBackup', 'getBackup', 'setVerifiedBackup'],
  'backup-verified': ['setVerifiedBackup'],
  doctor: ['getHealth', 'getVerifiedBackup', 'listDomains', 'testRelay'],
  'support-bundle': ['getHealth', 'listJobs', 'listRelays'],
};

/** Commands that start a process, or work where no service runs. */
const local: Record<string, string> = {
  serve: 'is the service',
  work: 'is a worker',
  setup: 'writes the settings of a service that does not run yet',
  api: 'calls operations',
  mcp: 'calls operations',
  test: 'tries files in a temporary account, and needs no service',
  completion: 'prints a script for the shell',
  restore: 'needs a data directory that no service uses',
  upgrade: 'is run by the new version, while the service is still the one before',
  'secrets new-key': 'prints a random key',
  'secrets rotate': 'changes a file with keys, which no caller over the network may',
  'secrets forget': 'works on a database that no service can open',
};

const leaves = (command: Command, path: string[]): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((each) => leaves(each, [...path, each.name()]));

test('rule 23: every command has an operation', async () => {
  const commands = leaves(await createProgram(), []);
  expect(commands.filter((name) => !(name in operationsOf) && !(name in local))).toEqual([]);
  expect([...Object.keys(operationsOf), ...Object.keys(local)].filter((name) => !commands.includes(name))).toEqual([]);
});

test('the operations exist, and each one of the administration interface is listed', () => {
  const named = new Set(Object.values(operationsOf).flat());
  expect([...named].filter((id) => !(id in adminOperations) && !(id in operations))).toEqual([]);
  expect(Object.keys(adminOperations).filter((id) => !named.has(id))).toEqual([]);
});
