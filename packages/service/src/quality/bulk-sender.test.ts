import { expect, test } from 'vitest';
import type { BulkReceiver } from '../sending/index.ts';
import { lackingDemands } from './bulk-sender.ts';

const rules = {
  receiver: 'google',
  name: 'Gmail',
  always: [],
  bulk: { from: 5000, demands: ['dkim', 'spf', 'dmarc', 'one_click'] },
  source: 'https://x.example',
  checked: '2026-11-30',
} as const;
const bulk: BulkReceiver = { rules, mails: 4000, lately: 2000 };
const good = ['dkim', 'spf', 'dmarc'].map((purpose) => ({ purpose, found: true }));

test.each<[string, readonly { purpose: string; found: boolean | null; problem?: string }[], string | undefined]>([
  ['all records are there', good, undefined],
  ['the DNS does not answer', good.map((record) => ({ ...record, found: null })), undefined],
  ['nothing signs', good.slice(1), 'DKIM'],
  ['one of two keys is missing', [...good, { purpose: 'dkim', found: false }], 'DKIM'],
  ['DMARC is missing', [...good.slice(0, 2), { purpose: 'dmarc', found: false }], 'DMARC'],
  ['DMARC is not aligned', [...good.slice(0, 2), { purpose: 'dmarc', found: true, problem: 'not_aligned' }], 'DMARC'],
  ['nothing is there', [], 'DKIM, SPF, DMARC'],
])('if %s', (_, records, missing) => {
  const message = `Gmail gets 6000 mails in 24 hours with this mailing. From 5000 it rejects mails without what is missing or wrong here: ${missing}.`;
  const found = lackingDemands([bulk], records);
  expect(found.map(({ code, severity, message: words }) => [code, severity, words])).toEqual(
    missing === undefined ? [] : [['bulk_sender', 'warns', message]],
  );
});

test('nobody who sends little lacks anything', () => {
  expect(lackingDemands([], [])).toEqual([]);
});
