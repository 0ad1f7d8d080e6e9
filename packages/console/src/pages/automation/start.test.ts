import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { describeEntry, describeStart, fieldsOfStart, readStart } from './start.ts';

const types = new Map([['7', 'shop.order']]);
const names = {
  types,
  mailing: (id: number) => `Mailing ${id}`,
  goal: (id: number) => `Goal ${id}`,
  filter: (id: number) => `Segment ${id}`,
  program: (id: number) => `Automation ${id}`,
};
const change = { kind: 'field_changed', field: 'CITY' } as const;
const birthday = { field: 'BIRTHDAY', days: 0, repeat: 'yearly', hour: 9 } as const;
const own = { is_customfield: true, field: 'RENEWAL', days: 0, repeat: 'once', hour: 0 } as const;

test.each<[Parameters<typeof describeStart>[1], string]>([
  [{}, 'By the API only'],
  [{ start_event: 'DOI_CONFIRMED' }, 'A confirmed double opt-in'],
  [{ start_event: '7' }, 'Transaction shop.order'],
  [{ start_date: birthday }, 'Each year on the day of “Birthday”, at 9:00'],
  [{ start_date: { ...birthday, days: -1 } }, 'Each year, 1 day before the day of “Birthday”, at 9:00'],
  [
    { start_date: { ...birthday, field: 'NAMEDAY', days: 3 } },
    'Each year, 3 days after the day of “Name day”, at 9:00',
  ],
  [{ start_date: own }, 'Once, on the day of “RENEWAL”, at 0:00'],
  [{ start_date: { ...own, days: -30 } }, 'Once, 30 days before the day of “RENEWAL”, at 0:00'],
  [{ start_date: { ...own, days: 365, hour: 23 } }, 'Once, 365 days after the day of “RENEWAL”, at 23:00'],
  [{ start_on: { kind: 'contact_created', imports: false, existing: false } }, 'A contact is created'],
  [{ start_on: { kind: 'contact_created', imports: true, existing: false } }, 'A contact is created or imported'],
  [
    { start_on: { kind: 'contact_created', imports: false, existing: true } },
    'A contact is created, and all who are there when it is activated',
  ],
  [
    { start_on: { kind: 'contact_created', imports: true, existing: true } },
    'A contact is created or imported, and all who are there when it is activated',
  ],
  [{ start_on: { kind: 'tag_added', tag: 'VIP' } }, 'The tag “VIP” is added'],
  [{ start_on: { kind: 'tag_removed', tag: 'VIP' } }, 'The tag “VIP” is removed'],
  [{ start_on: change }, 'The field “City” changes'],
  [{ start_on: { ...change, to: 'Paris' } }, 'The field “City” changes from any value to “Paris”'],
  [{ start_on: { ...change, from: null, to: 'Paris' } }, 'The field “City” changes from no value to “Paris”'],
  [{ start_on: { ...change, from: 'Paris', to: null } }, 'The field “City” changes from “Paris” to no value'],
  [
    { start_on: { kind: 'field_changed', is_customfield: true, field: 'OFFERS', from: 'true', to: 'false' } },
    'The field “OFFERS” changes from “true” to “false”',
  ],
  [{ start_on: { kind: 'field_changed', field: 'NAMEDAY' } }, 'The field “NAMEDAY” changes'],
  [{ start_on: { kind: 'link_clicked', mailing_id: 3 } }, 'A person clicks a link of “Mailing 3”'],
  [
    { start_on: { kind: 'link_clicked', mailing_id: 3, link: 'https://example.org/' } },
    'A person clicks https://example.org/ in “Mailing 3”',
  ],
  [{ start_on: { kind: 'mailing_opened', mailing_id: 3 } }, 'A person opens “Mailing 3”'],
  [{ start_on: { kind: 'goal_reached', goal_id: 4 } }, 'The goal “Goal 4” is reached'],
  [{ start_on: { kind: 'goal_reached', goal_id: 4, mailing_id: 3 } }, 'The goal “Goal 4” is reached after “Mailing 3”'],
  [{ start_on: { kind: 'segment_entered', contact_filter_id: 5, existing: false } }, 'A contact enters “Segment 5”'],
  [
    { start_on: { kind: 'segment_entered', contact_filter_id: 5, existing: true } },
    'A contact enters “Segment 5”, or is in it when it is activated',
  ],
  [{ start_on: { kind: 'segment_left', contact_filter_id: 5 } }, 'A contact leaves “Segment 5”'],
  [{ start_on: { kind: 'unsubscribed' } }, 'A contact unsubscribes from everything'],
  [{ start_on: { kind: 'program_ended', program_id: 6 } }, '“Automation 6” has ended for a contact'],
])('%j is shown in words, and comes back from the form', (start, words) => {
  expect(describeStart(sayIn('en'), start, names)).toBe(words);
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOfStart(start))) form.set(name, value);
  expect(readStart(form)).toEqual(start);
});

const filled = {
  start_event: 'date',
  date_field: 'BIRTHDAY',
  date_side: 'before',
  date_repeat: 'yearly',
  date_hour: '9',
};
test.each([
  ['no number of days is the day itself', { date_days: '' }, { days: 0 }],
  ['days that are not a number are refused', { date_days: 'two' }, { days: -10_000 }],
  ['days of the day itself are not counted', { date_side: 'on', date_days: '5' }, { days: 0 }],
  ['no hour is refused', { date_hour: '' }, { hour: 10_000 }],
  ['an hour that is not a number is refused', { date_hour: '9:30' }, { hour: 10_000 }],
  ['a negative hour is refused', { date_hour: '-1' }, { hour: 10_000 }],
])('%s', (_, typed, wanted) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...filled, ...typed })) form.set(name, value);
  expect(readStart(form).start_date).toMatchObject(wanted);
});

test.each([
  [{}, ''],
  [{ contact_filter_id: 12 }, 'Only contacts of “Paris” begin.'],
  [{ again_after_days: null }, 'Each contact begins once.'],
  [{ again_after_days: 1 }, 'Each contact begins again after 1 day at the earliest.'],
  [
    { start_date: birthday, contact_filter_id: 12, again_after_days: 300 },
    'Only contacts of “Paris” begin. Each contact begins again after 300 days at the earliest.',
  ],
])('who begins by %j is said, and comes back from the form', (start, words) => {
  expect(describeEntry(sayIn('en'), start, 'Paris')).toBe(words);
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOfStart(start))) form.set(name, value);
  expect(readStart(form)).toEqual(start);
});
