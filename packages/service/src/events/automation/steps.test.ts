import type { AutomationStep } from '@mailwright/server';
import { expect, test } from 'vitest';
import { stepsFault, waitsUntil } from './steps.ts';

const branch = { kind: 'branch', contact_filter_id: 1 } as const;
const wait = (duration: string, name?: string) => ({ kind: 'wait', duration, ...(name ? { name } : {}) }) as const;
const end = { kind: 'end' } as const;
const send = (name: string) => ({ kind: 'send', mailing_id: 1, name }) as const;

const waitFor = { kind: 'wait_for', contact_filter_id: 1, at_most: 'P1D' } as const;
const clicked = { kind: 'branch_activity', sent_by: 'a', activity: 'clicked' } as const;
const circle = 'steps: a go in a circle without a wait';
const sender = 'steps[1]: sent_by must be the name of a step that sends a mailing but was "a"';

test.each<[string, AutomationStep[], string | undefined]>([
  ['a way to the end', [send('a'), wait('P3D'), branch, end], undefined],
  ['a circle with a wait', [send('a'), wait('P1D'), { ...branch, matching: 'a' }], undefined],
  [
    'a circle with a wait until an hour',
    [send('a'), { kind: 'wait_until', hour: 9 }, { ...branch, others: 'a' }],
    undefined,
  ],
  ['an end between', [{ ...branch, matching: 'b' }, end, send('b')], undefined],
  ['a name twice', [send('a'), send('a')], 'steps: the name "a" is used twice'],
  ['a name that there is not', [{ ...branch, others: 'b' }], 'steps[0] points at "b", but no step has this name'],
  ['a step that points at itself', [{ ...branch, name: 'a', matching: 'a' }], 'steps: a go in a circle without a wait'],
  [
    'a circle of several',
    [end, send('a'), { ...branch, others: 'a' }],
    'steps: a, steps[2] go in a circle without a wait',
  ],
  ['a wait for something that goes back at once', [{ ...waitFor, name: 'a', matching: 'a' }], circle],
  ['a wait for something that goes back when its time is over', [{ ...waitFor, name: 'a', others: 'a' }], undefined],
  [
    'a circle by chance',
    [send('a'), { kind: 'branch_random', percent: 1, others: 'a' }],
    'steps: a, steps[1] go in a circle without a wait',
  ],
  [
    'a wait for no time',
    [{ ...waitFor, at_most: 'PT0M' }],
    'steps[0]: at_most must be from one minute to ten years but was PT0M',
  ],
  [
    'ways that come together',
    [{ ...branch, others: 'a' }, { kind: 'go_to', to: 'b' }, send('a'), send('b')],
    undefined,
  ],
  [
    'a circle that goes to a step',
    [send('a'), { kind: 'go_to', to: 'a' }],
    'steps: a, steps[1] go in a circle without a wait',
  ],
  ['a way to nowhere', [{ kind: 'go_to', to: 'b' }], 'steps[0] points at "b", but no step has this name'],
  ['the mail of a later step', [{ ...clicked, sent_by: 'a' }, send('a')], undefined],
  ['the mail of a step that sends none', [{ ...end, name: 'a' }, clicked], sender],
  ['the mail of no step', [end, clicked], sender],
  ['no time', [wait('PT0M')], 'steps[0]: duration must be from one minute to ten years but was PT0M'],
  ['eleven years', [wait('P4015D')], 'steps[0]: duration must be from one minute to ten years but was P4015D'],
])('%s', (_, steps, wanted) => {
  expect(stepsFault(steps)).toBe(wanted);
});

test.each<[AutomationStep, string, string]>([
  [wait('PT90M'), '2031-03-01T08:00Z', '2031-03-01T09:30Z'],
  // The night in which the clocks of Berlin skip an hour, and the one in which they show one twice.
  [wait('P1D'), '2031-03-29T11:00Z', '2031-03-30T10:00Z'],
  [wait('PT24H'), '2031-03-29T11:00Z', '2031-03-30T11:00Z'],
  [wait('P1DT1H'), '2031-10-25T10:00Z', '2031-10-26T12:00Z'],
  [{ kind: 'wait_until', hour: 9 }, '2031-03-01T07:59Z', '2031-03-01T08:00Z'],
  [{ kind: 'wait_until', hour: 9 }, '2031-03-01T08:00Z', '2031-03-02T08:00Z'],
  [{ kind: 'wait_until', hour: 2 }, '2031-03-29T12:00Z', '2031-03-30T01:00Z'],
  [{ kind: 'wait_until', hour: 2 }, '2031-10-25T12:00Z', '2031-10-26T00:00Z'],
  [{ kind: 'wait_until', day_of_week: 1, hour: 9 }, '2031-10-25T12:00Z', '2031-10-26T08:00Z'],
  [{ kind: 'wait_until', day_of_week: 1, hour: 9 }, '2031-03-29T12:00Z', '2031-03-30T07:00Z'],
  // 1 March 2031 is a Saturday.
  [{ kind: 'wait_until', day_of_week: 1, hour: 9 }, '2031-03-01T12:00Z', '2031-03-02T08:00Z'],
  [{ kind: 'wait_until', day_of_week: 2, hour: 9 }, '2031-03-01T12:00Z', '2031-03-03T08:00Z'],
  [{ kind: 'wait_until', day_of_week: 7, hour: 9 }, '2031-03-01T12:00Z', '2031-03-08T08:00Z'],
])('%j from %s: %s', (step, now, wanted) => {
  expect(waitsUntil(step, new Date(now), 'Europe/Berlin')).toEqual(new Date(wanted));
});
