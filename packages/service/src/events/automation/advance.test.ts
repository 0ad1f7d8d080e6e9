import type { AutomationStep } from '@mailwright/server';
import { expect, test } from 'vitest';
import { goesOnWaiting, passStep, type RunPlace } from './advance.ts';

const now = new Date('2031-02-01T08:00:00Z');
const tomorrow = new Date('2031-02-02T08:00:00Z');
const at = (step: number, rest: Partial<RunPlace> = {}): RunPlace => ({
  ...{ step, taken: step, due_at: now, waits_since: null, ended_at: null, passed: [] },
  ...rest,
});

const steps: AutomationStep[] = [
  { kind: 'branch', contact_filter_id: 1, matching: 'last' },
  { kind: 'wait', duration: 'P1D' },
  { kind: 'add_tag', tag: 'late' },
  { kind: 'wait_for', name: 'last', contact_filter_id: 1, at_most: 'P1D' },
];

test.each<[string, number, Parameters<typeof passStep>[2], Date | undefined, Partial<RunPlace>]>([
  [
    'who matches goes the way of those',
    0,
    { matching: true },
    undefined,
    { step: 3, taken: 1, ended_at: null, passed: [{ step: 0, at: now.getTime(), matching: true }] },
  ],
  [
    'others go to the following step',
    0,
    { matching: false },
    undefined,
    { step: 1, taken: 1, passed: [{ step: 0, at: now.getTime(), matching: false }] },
  ],
  ['a wait is over when it is', 1, { matching: false }, tomorrow, { step: 2, due_at: tomorrow, ended_at: null }],
  [
    'a step that did nothing says why',
    2,
    { matching: false, idle: 'tags_full' },
    undefined,
    { step: 3, passed: [{ step: 2, at: now.getTime(), idle: 'tags_full' }] },
  ],
  ['after the last step is the end', 3, { matching: true }, undefined, { step: 4, ended_at: now, waits_since: null }],
])('%s', (_, index, result, until, wanted) => {
  const place = at(index, { waits_since: now });
  passStep(steps, place, result, now, until);
  expect(place).toMatchObject(wanted);
});

test('a run remembers its last 100 steps', () => {
  const place = at(1);
  for (let times = 0; times < 150; times++) {
    place.step = times % 2 === 0 ? 1 : 2;
    passStep(steps, place, { matching: false }, new Date(times), undefined);
  }
  expect([place.passed.length, place.passed[0], place.passed.at(-1)]).toEqual([
    100,
    { step: 1, at: 50 },
    { step: 2, at: 149 },
  ]);
});

test.each<[string, number, Date, boolean, Partial<RunPlace>]>([
  ['a step that waits for nothing', 2, now, false, { due_at: now, waits_since: null }],
  ['one that begins to wait', 3, now, true, { due_at: new Date(now.getTime() + 300_000), waits_since: now }],
  ['one whose time is over', 3, tomorrow, false, { due_at: now, waits_since: now }],
])('%s', (_, index, time, wanted, place) => {
  const given = at(index, time === now ? {} : { waits_since: now });
  expect(goesOnWaiting(steps[index]!, given, time, 'Europe/Paris')).toBe(wanted);
  expect(given).toMatchObject(place);
});
