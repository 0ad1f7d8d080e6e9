import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { describeStep, durationParts, readSteps, type Step } from './steps.ts';

const names = { mailing: (id: number) => `Mailing ${id}`, filter: (id: number) => `Filter ${id}` };
const rows: [fields: Record<string, string>, step: Step, words: string][] = [
  [{ kind: 'send', mailing: '7' }, { kind: 'send', mailing_id: 7 }, 'Send “Mailing 7”'],
  [
    { kind: 'wait', days: '1', hours: '', minutes: '30', name: 'rest' },
    { kind: 'wait', duration: 'P1DT30M', name: 'rest' },
    'Wait 1 day, 30 minutes',
  ],
  [{ kind: 'wait', hours: '2' }, { kind: 'wait', duration: 'PT2H' }, 'Wait 2 hours'],
  [{ kind: 'wait_until', hour: '9', day: '' }, { kind: 'wait_until', hour: 9 }, 'Wait until 9:00'],
  [
    { kind: 'wait_until', hour: '9', day: '2' },
    { kind: 'wait_until', hour: 9, day_of_week: 2 },
    'Wait until Monday, 9:00',
  ],
  [
    { kind: 'branch', filter: '3', matching: '', others: 'rest' },
    { kind: 'branch', contact_filter_id: 3, others: 'rest' },
    'In “Filter 3”: go to the next step; otherwise to rest',
  ],
  [{ kind: 'set', field: 'CITY', value: '' }, { kind: 'set', field: 'CITY', value: null }, 'Clear the field City'],
  [
    { kind: 'set', field: 'HAT', value: '3' },
    { kind: 'set', field: 'HAT', is_customfield: true, value: '3' },
    'Set the field HAT to “3”',
  ],
  [{ kind: 'end' }, { kind: 'end' }, 'End here'],
];

test.each(rows)('%j', (fields, step, words) => {
  const form = new FormData();
  form.set('kind-0', '');
  for (const [name, value] of Object.entries(fields)) form.set(`${name}-1`, value);
  expect(readSteps(form, (field) => field === 'HAT')).toEqual([step]);
  expect(describeStep(sayIn('en'), step, names)).toBe(words);
});

test('durations', () => {
  expect(durationParts('P3DT4H')).toEqual({ days: '3', hours: '4', minutes: '' });
  expect(durationParts('')).toEqual({ days: '', hours: '', minutes: '' });
});
