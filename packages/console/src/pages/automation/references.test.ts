import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { stepChoices, withNamedReferences } from './references.ts';
import type { Step } from './steps.ts';

const mailings = new Map([
  [1, '1. Welcome to the garden'],
  [2, 'Was wächst wann?'],
  [3, 'Сад'],
]);
const names = { mailing: (id: number) => mailings.get(id)!, filter: String, program: String };
const steps: Step[] = [
  { kind: 'send', mailing_id: 1 },
  { kind: 'wait', duration: 'P2D' },
  { kind: 'send', name: 'second', mailing_id: 2 },
  { kind: 'end' },
];
const choices = (before: number, own?: number) =>
  stepChoices(sayIn('en'), steps, names, { before, ...(own !== undefined && { own }) });

test.each([
  [0, ''],
  [1, '#0:Welcome-to-the-garden'],
  [2, '#0:Welcome-to-the-garden'],
  [3, 'second'],
  [4, 'second'],
])('with %i steps before it, the last mail is “%s”', (before, wanted) => {
  expect(choices(before).lastMail).toBe(wanted);
});

test('a form offers the other steps by their names or places, in words', () => {
  expect(choices(1, 1).steps).toEqual([
    ['#0:Welcome-to-the-garden', '1. Send “1. Welcome to the garden”'],
    ['second', '3. Send “Was wächst wann?”'],
    ['#3:end', '4. End here'],
  ]);
  expect(choices(1, 1).mails.map(([value]) => value)).toEqual(['#0:Welcome-to-the-garden', 'second']);
});

test.each([[1], [2], [3]])('the name for a step that sends mailing %i is one that programs take', (mailing_id) => {
  const [offered] = stepChoices(sayIn('en'), [{ kind: 'send', mailing_id }], names, { before: 0 }).steps;
  const asked: Step = { kind: 'branch_activity', sent_by: offered![0], activity: 'clicked' };
  const named = withNamedReferences([{ kind: 'send', mailing_id }], asked);
  expect(named.steps[0]!.name).toMatch(/^[\w-]{1,64}$/);
  expect(named.step).toEqual({ ...asked, sent_by: named.steps[0]!.name });
});

const end: Step = { kind: 'end' };
test.each<[given: string, steps: Step[], step: Step, names: (string | undefined)[], wanted: Step]>([
  ['a place', [end], { kind: 'go_to', to: '#0:last' }, ['last'], { kind: 'go_to', to: 'last' }],
  ['a place twice', [end], branch('#0:a', '#0:b'), ['a'], branch('a', 'a')],
  ['a name', [{ ...end, name: 'b' }], branch('b'), ['b'], branch('b')],
  ['a place that has got a name', [{ ...end, name: 'b' }], branch('#0:a'), ['b'], branch('b')],
  ['a name that is taken', [{ ...end, name: 'a' }, end], branch('#1:a'), ['a', 'a-1'], branch('a-1')],
  ['the name of the step itself', [end], { ...branch('#0:a'), name: 'a' }, ['a-1'], { ...branch('a-1'), name: 'a' }],
  ['no name', [end], branch('#0:'), ['step-1'], branch('step-1')],
  // The service tells what is wrong.
  ['a place that there is not', [end], branch('#7:a'), [undefined], branch('#7:a')],
])('%s is referred to by a name', (_, steps, step, names, wanted) => {
  const named = withNamedReferences(steps, step);
  expect(named.steps.map(({ name }) => name)).toEqual(names);
  expect(named.step).toEqual(wanted);
});

function branch(matching: string, others?: string): Step {
  return { kind: 'branch', contact_filter_id: 1, matching, ...(others !== undefined && { others }) };
}
