import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isKnownProvider } from './providers.ts';
import { type Demand, receiverRules } from './rules.ts';

/** What the service does for each demand: a file, and words in it that are gone when it does so no more. */
const means: Record<Demand, readonly (readonly [file: string, words: string])[]> = {
  dkim: [
    ['sending/dkim/sign.ts', 'sign'],
    ['sending/sender-dns/dkim-record.ts', 'dkimKeyRecord'],
  ],
  spf: [['sending/sender-dns/spf-record.ts', 'spfRecord']],
  dmarc: [
    ['sending/dmarc/alignment.ts', 'isAligned'],
    ['sending/domain-reports/plan.ts', 'planPolicy'],
  ],
  one_click: [['sending/mail/list-headers.ts', 'List-Unsubscribe=One-Click']],
  prompt_unsubscription: [
    ['people/unsubscriptions/unsubscribe.ts', 'unsubscribed_at: sql'],
    ['sending/deliveries/refusal-reason.ts', "'unsubscribed'"],
  ],
  few_complaints: [
    ['sending/bounces/reading/complaint.ts', 'isComplaint'],
    ['sending/guard/rule.ts', 'complaint'],
  ],
  reverse_dns: [['sending/sender-dns/ptr-record.ts', 'ptrRecord']],
  tls: [['sending/smtp/open.ts', 'STARTTLS']],
  valid_messages: [['platform/mail/message-gate.ts', 'faultOf']],
  opt_in: [['events/double-opt-in/confirm.ts', 'confirm']],
  react_to_bounces: [['sending/bounces/policy.ts', 'applyBouncePolicy']],
};

const sources = join(import.meta.dirname, '../..');
const rows = receiverRules.flatMap(({ name, always, bulk }) =>
  [...always, ...(bulk?.demands ?? [])].map((demand) => [name, demand] as const),
);

test.each(rows)('what %s demands is done: %s', (_, demand) => {
  expect(means[demand].length).toBeGreaterThan(0);
  for (const [file, words] of means[demand]) expect(readFileSync(join(sources, file), 'utf8')).toContain(words);
});

test('every demand is somebody\u2019s', () => {
  expect([...new Set(rows.map(([, demand]) => demand))].sort()).toEqual(Object.keys(means).sort());
});

test.each(receiverRules)(
  'the rules of $name have a receiver, a source and days',
  ({ receiver, source, checked, since, always, bulk }) => {
    expect(isKnownProvider(receiver)).toBe(true);
    expect(new URL(source).protocol).toBe('https:');
    for (const day of [checked, since ?? checked]) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    const demands = [...always, ...(bulk?.demands ?? [])];
    expect(new Set(demands).size).toBe(demands.length);
  },
);
