import type { AutomationStep } from '@mailwright/server';
import { expect, test } from 'vitest';
import { type ProgramTrial, simulate, type WayDecision } from './simulate.ts';

const start = new Date('2031-03-28T08:00:00Z');
const days = (count: number) => new Date(start.getTime() + count * 24 * 3_600_000);
const tag = (name: string, named?: string): AutomationStep => ({
  kind: 'add_tag',
  tag: name,
  ...(named ? { name: named } : {}),
});

interface Given {
  steps: AutomationStep[];
  ways?: Record<number, WayDecision>;
  leave?: ProgramTrial['leave'];
  until?: Date;
  zoneOf?: string;
}

const run = ({ steps, ways = {}, leave, until = days(300), zoneOf = 'Europe/Berlin' }: Given) => {
  const trial: ProgramTrial = {
    ...{ steps, start, until, zone: 'Europe/Berlin', leave },
    zoneOf: () => zoneOf,
    decide: (index) => ways[index] ?? { matching: false, by: 'assumed' },
    idle: (index) => (steps[index]!.kind === 'send' ? 'trigger_mailing_inactive' : undefined),
  };
  const { lines, outcome, at, step } = simulate(trial);
  const told = lines.map(
    (line) =>
      `${line.at.toISOString().slice(5, 16)} ${line.step}${line.event === 'waiting' ? ' waits' : ''}${line.matching === undefined ? '' : ` ${line.matching} ${line.by}`}${line.until ? ` → ${line.until.toISOString().slice(5, 16)}` : ''}${line.idle ? ` ${line.idle}` : ''}`,
  );
  return [...told, `${at.toISOString().slice(5, 16)} ${outcome}${step === undefined ? '' : ` before ${step}`}`];
};

const waitFor = (at_most: string, ways: { matching?: string; others?: string } = {}): AutomationStep => ({
  ...{ kind: 'wait_for', contact_filter_id: 1, at_most },
  ...ways,
});
const chosen = (matching: boolean, after?: number): WayDecision => ({
  ...{ matching, by: 'choice' },
  ...(after !== undefined && { happens: (since) => new Date(since.getTime() + after * 60_000) }),
});

test.each<[string, Given, string[]]>([
  [
    'a wait of days keeps the hour when the clocks change',
    { steps: [{ kind: 'send', mailing_id: 1 }, { kind: 'wait', duration: 'P3D' }, tag('late')] },
    ['03-28T08:00 0 trigger_mailing_inactive', '03-28T08:00 1 → 03-31T07:00', '03-31T07:00 2', '03-31T07:00 ended'],
  ],
  [
    'an hour is that of the contact',
    { steps: [{ kind: 'wait_until', hour: 9, zone_field: '1' }], zoneOf: 'America/New_York' },
    ['03-28T08:00 0 → 03-28T13:00', '03-28T13:00 ended'],
  ],
  [
    'a choice decides at a branch',
    {
      steps: [{ kind: 'branch', contact_filter_id: 1, others: 'b' }, tag('a'), tag('b', 'b')],
      ways: { 0: chosen(true) },
    },
    ['03-28T08:00 0 true choice', '03-28T08:00 1', '03-28T08:00 2', '03-28T08:00 ended'],
  ],
  [
    'nothing decides: others',
    { steps: [{ kind: 'branch', contact_filter_id: 1, others: 'b' }, tag('a'), tag('b', 'b')] },
    ['03-28T08:00 0 false assumed', '03-28T08:00 2', '03-28T08:00 ended'],
  ],
  [
    'ways come together',
    {
      steps: [
        { kind: 'branch', contact_filter_id: 1, others: 'b' },
        { kind: 'go_to', to: 'c' },
        tag('b', 'b'),
        tag('c', 'c'),
      ],
      ways: { 0: chosen(true) },
    },
    ['03-28T08:00 0 true choice', '03-28T08:00 1', '03-28T08:00 3', '03-28T08:00 ended'],
  ],
  [
    'what happens later is noticed when the engine looks',
    { steps: [waitFor('P1D')], ways: { 0: chosen(true, 7) } },
    ['03-28T08:00 0 waits → 03-29T08:00', '03-28T08:10 0 true choice', '03-28T08:10 ended'],
  ],
  [
    'what happens when the time is over comes too late',
    { steps: [waitFor('PT1H')], ways: { 0: chosen(true, 61) } },
    ['03-28T08:00 0 waits → 03-28T09:00', '03-28T09:00 0 false choice', '03-28T09:00 ended'],
  ],
  [
    'who has the goal leaves when it is looked at next',
    { steps: [{ kind: 'wait', duration: 'P9D' }, tag('late')], leave: { at: days(2), by: 'goal' } },
    ['03-28T08:00 0 → 04-06T07:00', '04-06T07:00 goal before 1'],
  ],
  [
    'the exit rule is looked at while something is waited for',
    { steps: [waitFor('P9D')], leave: { at: days(1), by: 'exit' } },
    ['03-28T08:00 0 waits → 04-06T07:00', '03-29T08:57 exit before 0'],
  ],
  [
    'time is over',
    { steps: [{ kind: 'wait', duration: 'P9D' }, tag('late')], until: days(2) },
    ['03-28T08:00 0 → 04-06T07:00', '03-30T08:00 under_way before 1'],
  ],
  [
    'no steps are left after an end',
    { steps: [{ kind: 'end' }, tag('never')] },
    ['03-28T08:00 0', '03-28T08:00 ended'],
  ],
])('%s', (_, given, wanted) => {
  expect(run(given)).toEqual(wanted);
});

test('a circle is told up to a thousand lines', () => {
  const told = run({
    steps: [
      { kind: 'wait', name: 'a', duration: 'PT1M' },
      { kind: 'go_to', to: 'a' },
    ],
  });
  expect([told.length, told.at(-1)]).toEqual([1001, expect.stringContaining('too_long before 0')]);
});
