import { expect, test } from 'vitest';
import type { Properties, Section, Thing } from './model.ts';
import { inOrder, referencesOf, withIds, withNames } from './references.ts';

const thing = (section: Section, name: string, properties: Properties = {}): Thing => {
  return { section, name, properties, files: {}, locate: () => `${name}.yaml` };
};
const opened = (mailing: string) => ({ rules: [{ operator: 'OPENED', mailing }] });
const starts = (program: string) => ({ steps: [{ kind: 'start_program', program }] });
const program = {
  start_event: 'shop.order',
  start_on: { kind: 'goal_reached', goal: 'Shop/Order', mailing: 'Offer' },
  goal: { segment: 'Buyers' },
  steps: [
    { kind: 'send', mailing: 'Offer', name: 'first' },
    { kind: 'branch', segment: 'Readers', matching: 'first' },
  ],
};

test('ids and names stand for each other', () => {
  const ids = { 'shop.order': 5, 'Shop/Order': 6, Offer: 7, Buyers: 8, Readers: 9 } as Record<string, number>;
  const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
  const written = withIds(program, (_section, name) => ids[name]!);
  expect(written).toEqual({
    start_event: '5',
    start_on: { kind: 'goal_reached', goal_id: 6, mailing_id: 7 },
    goal: { contact_filter_id: 8 },
    steps: [
      { kind: 'send', mailing_id: 7, name: 'first' },
      { kind: 'branch', contact_filter_id: 9, matching: 'first' },
    ],
  });
  expect(withNames(written, (_section, id) => names[id]!)).toEqual(program);
});

test('a service event is no transaction type', () => {
  expect(withIds({ start_event: 'doi_confirmed' }, () => 1)).toEqual({ start_event: 'doi_confirmed' });
});

test('references are found with their places', () => {
  const all = referencesOf(thing('programs', 'Welcome', program));
  expect(all.map(({ section, name, path }) => `${path.join('.')}: ${section} ${name}`)).toEqual([
    'start_event: events shop.order',
    'start_on.goal: goals Shop/Order',
    'start_on.mailing: mailings Offer',
    'goal.segment: segments Buyers',
    'steps.0.mailing: mailings Offer',
    'steps.1.segment: segments Readers',
  ]);
});

test.each<[string, Thing[], string[]]>([
  [
    'what is needed',
    [thing('segments', 'A', opened('B')), thing('mailings', 'B', { template: 't' }), thing('templates', 't')],
    ['t', 'B', 'A'],
  ],
  ['as it is otherwise', [thing('mailings', 'B'), thing('mailings', 'A')], ['B', 'A']],
  ['a shared template', [thing('mailings', 'A', { template: '/letter' })], ['A']],
])('%s comes first', (_about, things, order) => {
  expect(inOrder(things, () => false).map(({ name }) => name)).toEqual(order);
});

test.each<[string, Thing[], string]>([
  [
    'two programs',
    [thing('programs', 'A', starts('B')), thing('programs', 'B', starts('A'))],
    'A.yaml: program "A" needs program "B" needs program "A"',
  ],
  ['one program', [thing('programs', 'A', starts('A'))], 'program "A" needs program "A"'],
  [
    'a segment of its own mailing',
    [thing('segments', 'S', opened('M')), thing('mailings', 'M', { segment: 'S' })],
    'segment "S" needs mailing "M" needs segment "S"',
  ],
])('%s in a loop are refused, unless they are there', (_about, things, message) => {
  expect(() => inOrder(things, () => false)).toThrow(message);
  expect(inOrder(things, () => true)).toHaveLength(things.length);
});
