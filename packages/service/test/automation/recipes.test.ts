import type { AutomationStep } from '@mailwright/server';
import { expect, test } from 'vitest';
import { type Plan, type Recipe, recipes } from '../../../console/src/pages/automation/recipe-plans.ts';
import { simulate } from '../../src/events/automation/simulate.ts';

const start = new Date('2031-03-03T09:00:00Z');
const hour = 3_600_000;

/** What a contact gets from a recipe, and after how many hours, by the rules with which the engine runs programs. */
function course(name: keyof typeof recipes, matching: boolean): string[] {
  const recipe: Recipe = recipes[name];
  const plan: Plan = { segment: 1, mailings: Object.fromEntries(recipe.mailings.map((kind, at) => [kind, at + 1])) };
  const steps = recipe.draft(plan).steps as AutomationStep[];
  const { lines, outcome } = simulate({
    ...{ steps, start, until: new Date(start.getTime() + 90 * 24 * hour), zone: 'UTC', leave: undefined },
    zoneOf: () => 'UTC',
    decide: () => ({ matching, by: 'choice' }),
    idle: () => undefined,
  });
  expect(outcome).toBe('ended');
  return lines.flatMap(({ at, step: index, event }) => {
    const step = steps[index]!;
    const after = (at.getTime() - start.getTime()) / hour;
    if (event === 'waiting') return [];
    if (step.kind === 'send') return [`${after} h: ${recipe.mailings[step.mailing_id - 1]}`];
    return step.kind === 'add_tag' || step.kind === 'remove_tag' ? [`${after} h: ${step.kind} ${step.tag}`] : [];
  });
}

const rows: readonly [keyof typeof recipes, whether: boolean, string[]][] = [
  ['newcomers', true, ['0 h: welcome']],
  ['series', true, ['0 h: welcome', '72 h: welcome-more']],
  ['series', false, ['0 h: welcome', '72 h: welcome-reminder', '168 h: welcome-more']],
  ['birthday', true, ['0 h: birthday']],
  ['cart', true, ['4 h: cart', '28 h: cart-last']],
  ['cart', false, []],
  ['back', true, ['0 h: back', '0 h: remove_tag inactive']],
  ['back', false, ['0 h: back', '336 h: add_tag inactive']],
  ['again', true, ['0 h: order-again']],
  ['event', true, ['0 h: event-week', '144 h: event-day']],
];

test.each(rows)('the recipe %s, if the contact does what it asks for or not (%s)', (name, whether, wanted) => {
  expect(course(name, whether)).toEqual(wanted);
});

test('each recipe has a row', () => {
  expect([...new Set(rows.map(([name]) => name))]).toEqual(Object.keys(recipes));
});
