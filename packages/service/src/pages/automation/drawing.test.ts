import { expect, test } from 'vitest';
import { drawProgram } from './drawing.ts';
import { drawnSteps, wordsOf } from './words.ts';

const names = {
  mailings: new Map([[7, 'Hello <you>']]),
  filters: new Map([[3, 'In Paris']]),
  customFields: new Map([[5, 'LEVEL']]),
};

test.each([
  [{ kind: 'send', mailing_id: 7 }, 'Send Hello <you>'],
  [{ kind: 'send', mailing_id: 8 }, 'Send mailing 8'],
  [{ kind: 'wait', duration: 'P1DT2H30M' }, 'Wait 1 day 2 hours 30 minutes'],
  [{ kind: 'wait', duration: 'PT1M' }, 'Wait 1 minute'],
  [{ kind: 'wait_until', hour: 9 }, 'Wait until 9:00'],
  [{ kind: 'wait_until', hour: 0, day_of_week: 2 }, 'Wait until Monday 0:00'],
  [{ kind: 'branch', contact_filter_id: 3 }, 'In In Paris?'],
  [{ kind: 'set', field: 'CITY', value: null }, 'Clear CITY'],
  [{ kind: 'set', is_customfield: true, field: '5', value: '2' }, 'Set LEVEL to 2'],
  [{ kind: 'end' }, 'End here'],
] as const)('%j: %s', (step, words) => expect(wordsOf(step, names)).toBe(words));

const steps = drawnSteps(
  [
    { kind: 'send', name: 'again', mailing_id: 7 },
    { kind: 'wait', duration: 'P1D' },
    { kind: 'branch', contact_filter_id: 3, matching: 'bye', others: 'again' },
    { kind: 'set', field: 'CITY', value: 'Rome' },
    { kind: 'end', name: 'bye' },
  ],
  new Map([[1, 1200]]),
  names,
);

test('ways lead where the program goes on', () => {
  expect(steps.map(({ ways }) => ways)).toEqual([
    [{ to: 1, label: '' }],
    [{ to: 2, label: '' }],
    [
      { to: 4, label: 'yes' },
      { to: 0, label: 'no' },
    ],
    [{ to: 4, label: '' }],
    [{ to: 5, label: '' }],
  ]);
});

test('the drawing shows each step, each way and who stands where, and nothing of it is markup', () => {
  const drawing = drawProgram('Version 1', steps);
  expect(drawing.match(/<rect/g)).toHaveLength(6);
  expect(drawing.match(/marker-end/g)).toHaveLength(6);
  expect(drawing).toContain('1,200 contacts');
  expect(drawing).toContain('Send Hello &lt;you&gt;');
  expect(drawing).not.toContain('<you>');
});
