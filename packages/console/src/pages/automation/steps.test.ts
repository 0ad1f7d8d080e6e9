import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { describeStep, durationParts, readSteps, type Step } from './steps.ts';

const names = {
  mailing: (id: number) => `Mailing ${id}`,
  filter: (id: number) => `Filter ${id}`,
  program: (id: number) => `Automation ${id}`,
};
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
    { kind: 'wait_until', hour: '9', day: '2', zone: 'TIME_ZONE' },
    { kind: 'wait_until', hour: 9, day_of_week: 2, zone_field: 'TIME_ZONE' },
    'Wait until Monday, 9:00 of the contact',
  ],
  [
    { kind: 'branch', filter: '3', matching: '', others: 'rest' },
    { kind: 'branch', contact_filter_id: 3, others: 'rest' },
    'In “Filter 3”: go to the next step; otherwise to rest',
  ],
  [{ kind: 'go_to', to: 'rest' }, { kind: 'go_to', to: 'rest' }, 'Go on with rest'],
  [{ kind: 'set', field: 'CITY', value: '' }, { kind: 'set', field: 'CITY', value: null }, 'Clear the field City'],
  [
    { kind: 'set', field: 'HAT', value: '3' },
    { kind: 'set', field: 'HAT', is_customfield: true, value: '3' },
    'Set the field HAT to “3”',
  ],
  [
    { kind: 'branch_activity', sent_by: 'offer', activity: 'opened', matching: 'a' },
    { kind: 'branch_activity', sent_by: 'offer', activity: 'opened', matching: 'a' },
    'Has opened the mail of offer: go to a; otherwise to the next step',
  ],
  [
    { kind: 'branch_activity', sent_by: 'offer', activity: 'clicked', others: 'b' },
    { kind: 'branch_activity', sent_by: 'offer', activity: 'clicked', others: 'b' },
    'Has clicked in the mail of offer: go to the next step; otherwise to b',
  ],
  [
    { kind: 'branch_random', percent: '90', others: 'b' },
    { kind: 'branch_random', percent: 90, others: 'b' },
    '90% by chance: go to the next step; the others to b',
  ],
  [
    { kind: 'wait_for', filter: '3', days: '7', others: 'b' },
    { kind: 'wait_for', contact_filter_id: 3, at_most: 'P7D', others: 'b' },
    'Wait until in “Filter 3”, at most 7 days: go to the next step; otherwise to b',
  ],
  [
    { kind: 'wait_for_activity', sent_by: 'offer', activity: 'opened', hours: '1' },
    { kind: 'wait_for_activity', sent_by: 'offer', activity: 'opened', at_most: 'PT1H' },
    'Wait until the mail of offer is opened, at most 1 hour: go to the next step; otherwise to the next step',
  ],
  [
    { kind: 'wait_for_activity', sent_by: 'offer', activity: 'clicked', days: '1' },
    { kind: 'wait_for_activity', sent_by: 'offer', activity: 'clicked', at_most: 'P1D' },
    'Wait until a link in the mail of offer is clicked, at most 1 day: go to the next step; otherwise to the next step',
  ],
  [{ kind: 'add_tag', tag: 'VIP' }, { kind: 'add_tag', tag: 'VIP' }, 'Add the tag “VIP”'],
  [{ kind: 'remove_tag', tag: 'VIP' }, { kind: 'remove_tag', tag: 'VIP' }, 'Remove the tag “VIP”'],
  [{ kind: 'start_program', program: '7' }, { kind: 'start_program', program_id: 7 }, 'Start “Automation 7”'],
  [{ kind: 'leave_program', program: '7' }, { kind: 'leave_program', program_id: 7 }, 'Leave “Automation 7”'],
  [
    { kind: 'notify', user: 'ada@example.org' },
    { kind: 'notify', email: 'ada@example.org' },
    'Tell ada@example.org by mail',
  ],
  [{ kind: 'call_webhooks', name: 'ordered' }, { kind: 'call_webhooks', name: 'ordered' }, 'Call webhooks'],
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
