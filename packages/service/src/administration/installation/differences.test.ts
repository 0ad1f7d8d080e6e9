import { describe, expect, test } from 'vitest';
import type { RelayListing } from '../relays.ts';
import { type AccountState, findDifferences } from './differences.ts';
import { readInstallation } from './read.ts';

const mill: AccountState = {
  ...{
    id: 1,
    name: 'Mill',
    domain: 'mill.example',
    timeZone: 'UTC',
    demandsApproval: false,
    signOffAbove: 500,
    demandsSecondFactor: false,
    created: '',
    closed: null,
    sealed: null,
  },
  ...{ keys: 1, bounceLimits: { unknown: 1, hard: 3, soft: 5, hold: 1 }, profileFields: ['FIRSTNAME'] },
  quotas: [{ name: 'mailings', value: 7, default: 100_000 }],
  limits: [{ domain: 'a.example', perMinute: 5, perDay: null }],
  sites: [{ id: 4, name: 'Shop', domain: 'shop.example', goals: [{ id: 1, name: 'Order' }] }],
};
const relay = {
  ...{ name: 'backup', address: 'smtps://u@b.example', password: 'file:/etc/b', tls: 'required', dkim: true },
  ...{ order: 200, weight: 1, accounts: [1], domains: [] },
} as unknown as RelayListing;
const dkimKeys = [{ name: 'one._domainkey.mill.example', type: 'ed25519' as const }];
const state = { accounts: [mill], relays: [relay], dkimKeys };

const texts = (yaml: string) => findDifferences(readInstallation(yaml), state).changes.map(({ text }) => text);
const account = (yaml: string) => `accounts: [{ name: Mill, domain: mill.example, ${yaml} }]`;

test('what is as the file says is not changed', () => {
  const yaml = account(`timeZone: UTC, demandsApproval: false, quotas: { mailings: 7 }, bounceLimits: { soft: 5 },
    limits: [{ domain: A.example, perMinute: 5 }], profileFields: [firstname],
    sites: [{ name: Shop, domain: shop.example, goals: [Order] }]`);
  const relays = 'relays: [{ name: backup, address: "smtps://u@b.example", passwordFile: /etc/b, accounts: [Mill] }]';
  expect(findDifferences(readInstallation(`${yaml}\n${relays}`), state)).toEqual({ changes: [], unmentioned: [] });
});

test.each([
  [account('timeZone: Europe/Berlin'), ['account "Mill": time zone UTC → Europe/Berlin']],
  [account('demandsApproval: true'), ['account "Mill": approval is demanded']],
  [account('demandsSecondFactor: true'), ['account "Mill": a second factor is demanded']],
  [account('quotas: { mailings: 9 }'), ['account "Mill": quota mailings 7 → 9']],
  [account('bounceLimits: { hard: 3, soft: null }'), ['account "Mill": bounce limits soft off']],
  [
    account('limits: [{ perDay: 10 }]'),
    ['account "Mill": limit for all mails: 10 per day', 'account "Mill": remove the limit for a.example'],
  ],
  [account('profileFields: []'), ['account "Mill": profile fields none']],
  [
    account('sites: [{ name: Shop, domain: shop.example, goals: [Visit] }]'),
    ['account "Mill": add the goal "Visit" to the site "Shop"'],
  ],
  [
    'relays: [{ name: backup, address: "smtps://u@b.example", passwordEnv: MAILWRIGHT_RELAY_B, weight: 2 }]',
    ['relay "backup": change weight, password'],
  ],
  ['relays: [{ name: new, address: "smtp://n.example" }]', ['relay "new": add it with smtp://n.example']],
])('%s', (yaml, wanted) => {
  expect(texts(yaml)).toEqual(wanted);
});

test('what needs a new account waits for it, and what the file does not mention is told', () => {
  const yaml = 'accounts: [{ name: New, domain: new.example, quotas: { mailings: 5 } }]';
  const { changes, unmentioned } = findDifferences(readInstallation(yaml), state);
  expect(changes.map(({ action, waits }) => [action, waits])).toEqual([
    ['createKeylessAccount', false],
    ['setQuota', true],
  ]);
  expect(unmentioned).toEqual(['account "Mill"']);
});

test.each([
  ['{ domain: Mill.example, selector: one }', []],
  ['{ domain: mill.example, selector: one, type: ed25519 }', []],
  ['{ domain: mill.example, selector: two }', [{ domain: 'mill.example', selector: 'two', type: 'rsa' }]],
  ['{ domain: mill.example }', [{ domain: 'mill.example', selector: 'mailwright', type: 'rsa' }]],
])('the DKIM key %s is made if it is missing', (key, made) => {
  const { changes } = findDifferences(readInstallation(`dkimKeys: [${key}]`), state);
  expect(changes.map(({ argument }) => argument)).toEqual(made);
});

describe('what cannot be done is refused', () => {
  test.each([
    ['dkimKeys: [{ domain: mill.example, selector: one, type: rsa }]', 'type ed25519, which cannot be changed to rsa'],
    ['dkimKeys: [{ domain: a.example }, { domain: A.example }]', 'mailwright._domainkey.a.example is there twice'],
    ['dkimKeys: [{ domain: a.example, selector: ../a }]', 'dkimKeys.0.selector must match pattern'],
    ['accounts: [{ name: Mill, domain: other.example }]', 'which cannot be changed to other.example'],
    ['accounts: [{ name: Mill }]', "accounts.0 must have required property 'domain'"],
    ['accounts: [{ name: A, domain: a.example, quota: 3 }]', 'must NOT have additional properties: quota'],
    ['accounts: [{ name: A, domain: a.example }, { name: A, domain: b.example }]', '"A" is there twice'],
    ['accounts: 3', 'accounts must be array'],
    ['a: [', 'Flow sequence'],
  ])('%s', (yaml, message) => {
    expect(() => texts(yaml)).toThrow(message);
  });
});
