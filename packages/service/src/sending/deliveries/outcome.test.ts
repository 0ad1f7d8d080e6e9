import { expect, test } from 'vitest';
import type { MailRefusal } from '../mail/transport.ts';
import { finalOutcomeOf, outcomeOf, type UncertainPolicy } from './outcome.ts';

const now = new Date('2026-11-22T10:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const answer = (change: Partial<MailRefusal>): MailRefusal => ({
  concerns: 'mail',
  permanent: false,
  message: 'no',
  ...change,
});

test.each<[string, MailRefusal | undefined, UncertainPolicy, object]>([
  ['taken', undefined, 'resend', { state: 'sent' }],
  ['put off', answer({ code: 451 }), 'resend', { state: 'deferred', next_at: minutes(5), code: 451, reason: 'no' }],
  ['refused', answer({ code: 550, permanent: true }), 'resend', { state: 'failed', code: 550, reason: 'no' }],
  [
    'refused in characters that neither XML nor the database can carry',
    answer({ code: 550, permanent: true, message: `550 \u0000no\u000b${'x'.repeat(493)}\ud83c\udf37` }),
    'resend',
    { state: 'failed', code: 550, reason: `550 no${'x'.repeat(493)}` },
  ],
  ['server busy', answer({ concerns: 'server', code: 421 }), 'give_up', { state: 'pending', reason: 'no' }],
  [
    'cut off',
    answer({ concerns: 'server', uncertain: true }),
    'resend',
    { state: 'deferred', next_at: minutes(5), reason: 'no', uncertain: 1 },
  ],
  ['cut off', answer({ concerns: 'server', uncertain: true }), 'give_up', { state: 'failed', reason: 'uncertain' }],
])('%s (%j, %s)', (_, refusal, policy, wanted) => {
  expect(outcomeOf(refusal, { deferrals: 1, uncertain: 0, first_tried_at: minutes(-1) }, policy, now)).toEqual(wanted);
});

test('cut off again: nobody gets a third mail', () => {
  const tries = { deferrals: 1, uncertain: 1, first_tried_at: minutes(-1) };
  const refusal = answer({ concerns: 'server', uncertain: true });
  expect(outcomeOf(refusal, tries, 'resend', now)).toEqual({ state: 'failed', reason: 'uncertain' });
});

test('put off for two days: given up', () => {
  const tries = { deferrals: 60, uncertain: 0, first_tried_at: minutes(-48 * 60) };
  expect(outcomeOf(answer({ code: 451 }), tries, 'resend', now)).toEqual({ state: 'failed', code: 451, reason: 'no' });
});

test.each<[string, MailRefusal | undefined, object]>([
  ['taken', undefined, { state: 'sent' }],
  ['put off', answer({ code: 451 }), { state: 'failed', code: 451, reason: 'no' }],
  ['cut off', answer({ concerns: 'server', uncertain: true }), { state: 'failed', reason: 'no' }],
  ['answered in signs that XML cannot carry', answer({ message: 'n\u0000o' }), { state: 'failed', reason: 'no' }],
])('with somebody who waits: %s', (_, refusal, wanted) => {
  expect(finalOutcomeOf(refusal)).toEqual(wanted);
});
