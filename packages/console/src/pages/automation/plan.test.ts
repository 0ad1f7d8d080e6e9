import { expect, test } from 'vitest';
import { changeStep, copyStep, insertStep, moveStep, removalFault, removeStep } from './plan.ts';
import type { Step } from './steps.ts';
import { reachable, waysOf } from './ways.ts';

/** Steps in short: `a:+A` adds the tag A and is called a, `?b/c` branches, `>b` goes to b, `.` ends. */
function read(text: string): Step[] {
  return text.split(' ').map((word) => {
    const [, name, act] = /^(?:([\w-]+):)?(.+)$/.exec(word)!;
    const named = name === undefined ? {} : { name };
    if (act === '.') return { kind: 'end', ...named };
    if (act!.startsWith('>')) return { kind: 'go_to', to: act!.slice(1), ...named };
    if (act!.startsWith('+')) return { kind: 'add_tag', tag: act!.slice(1), ...named };
    const [matching, others] = act!.slice(1).split('/');
    return {
      ...{ kind: 'branch', contact_filter_id: 1, ...named },
      ...(matching && { matching }),
      ...(others && { others }),
    };
  });
}

const write = (steps: readonly Step[]): string =>
  steps
    .map((step) => {
      const name = step.name === undefined ? '' : `${step.name}:`;
      if (step.kind === 'end') return `${name}.`;
      if (step.kind === 'go_to') return `${name}>${step.to}`;
      if (step.kind === 'add_tag') return `${name}+${step.tag}`;
      return step.kind === 'branch' ? `${name}?${step.matching ?? ''}/${step.others ?? ''}` : `${name}${step.kind}`;
    })
    .join(' ');

test.each([
  ['+A', ['start>0', '0>1']],
  ['?b/ +A b:+B', ['start>0', '0m>2', '0o>1', '1>2', '2>3']],
  ['?b/c >c b:. c:+C', ['start>0', '0m>2', '0o>3', '1>3', '3>4']],
])('the ways of %s', (steps, wanted) => {
  const letters = { next: '', matching: 'm', others: 'o' };
  expect(waysOf(read(steps)).map(({ from, name, to }) => `${from < 0 ? 'start' : from}${letters[name]}>${to}`)).toEqual(
    wanted,
  );
});

test('who comes nowhere is found', () => {
  expect([...reachable(read('?b/ . +A b:+B'))].sort()).toEqual([-1, 0, 1, 3, 4]);
});

const add: Step = { kind: 'add_tag', tag: 'N' };

test.each<[string, string, [number, 'next' | 'matching' | 'others'], string]>([
  ['before all', '+A', [-1, 'next'], '+N +A'],
  ['behind a step', '+A +B', [0, 'next'], '+A +N +B'],
  ['at the end', '+A', [0, 'next'], '+A +N'],
  ['on the way of a branch that follows', '?b/ +A b:+B', [0, 'others'], '?b/ +N +A b:+B'],
  ['on one of two ways that follow', '?/ +A', [0, 'matching'], '?/step-1 +N step-1:+A'],
  ['on one of two ways to the end', '?/', [0, 'others'], '?end/ +N end:.'],
  ['on a named way where nobody else comes', '?b/ +A . b:+B', [0, 'matching'], '?step-1/ +A . step-1:+N b:+B'],
  ['on a named way to which others come', '?b/ +A b:+B', [0, 'matching'], '?step-1/ +A >b step-1:+N b:+B'],
  ['on a named way back to the first step', 'a:+A ?/a', [1, 'others'], '>a step-1:+N a:+A ?/step-1'],
  ['on the way of a step that goes on', '?b/ +A >c b:+B c:+C', [2, 'next'], '?b/ +A +N >c b:+B c:+C'],
  ['on the way of one with a name', '?g/ . g:>c +X c:+C', [2, 'next'], '?step-1/ . step-1:+N >c +X c:+C'],
])('a step %s', (_, steps, [from, name], wanted) => {
  expect(write(insertStep(read(steps), { from, name }, add))).toBe(wanted);
});

test.each<[string, string, number, string]>([
  ['in the middle', '+A +B +C', 1, '+A +C'],
  ['to which a way leads', '?b/ +A b:+B +C', 2, '?step-1/ +A step-1:+C'],
  ['to which a way leads, before one with a name', '?b/ +A b:+B c:+C', 2, '?c/ +A c:+C'],
  ['to which a way leads, the last one', '?b/ +A b:+B', 2, '?end/ +A end:.'],
  ['a branch whose others follow', '?b/ +A b:+B', 0, '+A b:+B'],
  ['a branch whose others go on elsewhere', 'x:?/b +A b:+B', 0, 'x:>b +A b:+B'],
  ['a circle of one step', '+A a:?/a +B', 1, '+A +B'],
])('a step is removed %s', (_, steps, index, wanted) => {
  expect(write(removeStep(read(steps), index))).toBe(wanted);
});

test.each<[string, string, number, [number, 'next' | 'matching' | 'others'], string]>([
  ['down', '+A +B +C', 0, [2, 'next'], '+B +C +A'],
  ['up', '+A +B +C', 2, [-1, 'next'], '+C +A +B'],
  ['to where it is', '+A +B +C', 1, [0, 'next'], '+A +B +C'],
  ['to its own way', '+A +B', 0, [0, 'next'], '+A +B'],
  ['with its name, which others no longer go to', '?b/ +A b:+B +C', 2, [3, 'next'], '?step-2/ +A step-2:+C b:+B'],
  ['onto the way of a branch', '?b/ +A . b:+B +C', 4, [0, 'matching'], '?step-1/ +A . step-1:+C b:+B'],
])('a step is moved %s', (_, steps, index, [from, name], wanted) => {
  expect(write(moveStep(read(steps), index, { from, name }))).toBe(wanted);
});

test('a copy has no name, so that nobody goes to it instead', () => {
  expect(write(copyStep(read('?b/ +A b:+B'), 2, { from: 1, name: 'next' }))).toBe('?b/ +A +B b:+B');
});

test('who names a step names it by its new name; one that is named keeps a name', () => {
  const named: Step = { kind: 'add_tag', tag: 'N', name: 'new' };
  expect(write(changeStep(read('?b/ +A b:+B'), 2, named))).toBe('?new/ +A new:+N');
  expect(write(changeStep(read('?b/ +A b:+B'), 2, add))).toBe('?b/ +A b:+N');
});

test('a step stays if it is the only one, or if another asks about its mail', () => {
  const send: Step = { kind: 'send', mailing_id: 1, name: 'offer' };
  const asks: Step = { kind: 'branch_activity', sent_by: 'offer', activity: 'opened' };
  expect([removalFault([send], 0), removalFault([send, asks], 0), removalFault([send, asks], 1)]).toEqual([
    'only',
    'mail',
    undefined,
  ]);
  expect(changeStep([send, asks], 0, { ...send, name: 'gift' })[1]).toMatchObject({ sent_by: 'gift' });
});
