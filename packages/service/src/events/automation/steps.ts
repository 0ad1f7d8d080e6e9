import type { AutomationStep } from '@mailwright/server';
import { Temporal } from 'temporal-polyfill';
import { instantOf, timeIn, toDate } from '../../platform/time/zone.ts';
import { isWaiting } from './waiting.ts';

const longestDays = 3653;

const branching = ['branch', 'branch_activity', 'branch_random', 'wait_for', 'wait_for_activity'] as const;
type BranchingStep = Extract<AutomationStep, { kind: (typeof branching)[number] }>;

/** A step after which contacts go one of two ways. */
export const isBranching = (step: AutomationStep): step is BranchingStep =>
  branching.some((kind) => kind === step.kind);

/** A step that has contacts wait for a duration or until an hour. */
export const isTimed = (step: AutomationStep | undefined): boolean =>
  step?.kind === 'wait' || step?.kind === 'wait_until';

/** Returns the fault of the steps as a whole, or `undefined` if they are valid. */
export function stepsFault(steps: readonly AutomationStep[]): string | undefined {
  for (const [index, step] of steps.entries()) {
    const { name } = step;
    if (name !== undefined && indexOf(steps, name) < index) return `steps: the name "${name}" is used twice`;
    const unknown = targetsOf(step).find((target) => indexOf(steps, target) === -1);
    if (unknown !== undefined) return `steps[${index}] points at "${unknown}", but no step has this name`;
    if (step.kind === 'wait' && !isWait(step.duration)) {
      return `steps[${index}]: duration must be from one minute to ten years but was ${step.duration}`;
    }
    if (isWaiting(step) && !isWait(step.at_most)) {
      return `steps[${index}]: at_most must be from one minute to ten years but was ${step.at_most}`;
    }
    if ('sent_by' in step && sendingStep(steps, step.sent_by) === undefined) {
      return `steps[${index}]: sent_by must be the name of a step that sends a mailing but was "${step.sent_by}"`;
    }
  }
  const circle = circleWithoutWait(steps);
  return (
    circle &&
    `steps: ${circle.map((index) => steps[index]!.name ?? `steps[${index}]`).join(', ')} go in a circle without a wait`
  );
}

const indexOf = (steps: readonly AutomationStep[], name: string) => steps.findIndex((step) => step.name === name);

function targetsOf(step: AutomationStep): string[] {
  if (step.kind === 'go_to') return [step.to];
  return isBranching(step) ? [step.matching, step.others].filter((name) => name !== undefined) : [];
}

/** The step of a name, if it sends a mailing. */
export function sendingStep(steps: readonly AutomationStep[], name: string) {
  const step = steps[indexOf(steps, name)];
  return step?.kind === 'send' ? step : undefined;
}

function isWait(duration: string): boolean {
  const days = Temporal.Duration.from(duration).total({ unit: 'days' });
  return days > 0 && days <= longestDays;
}

/** Steps that follow each other for ever; waits end a way, since a day lies behind them before long. */
function circleWithoutWait(steps: readonly AutomationStep[]): number[] | undefined {
  const safe = new Set<number>();
  const search = (index: number, way: number[]): number[] | undefined => {
    const begin = way.indexOf(index);
    if (begin !== -1) return way.slice(begin);
    const step = steps[index];
    if (step === undefined || safe.has(index)) return undefined;
    for (const next of atOnceAfter(steps, index)) {
      const circle = search(next, [...way, index]);
      if (circle) return circle;
    }
    safe.add(index);
    return undefined;
  };
  for (const index of steps.keys()) {
    const circle = search(index, []);
    if (circle) return circle;
  }
  return undefined;
}

function atOnceAfter(steps: readonly AutomationStep[], index: number): number[] {
  switch (steps[index]!.kind) {
    case 'wait':
    case 'wait_until':
    case 'end':
      return [];
    case 'wait_for':
    case 'wait_for_activity':
      return [nextStep(steps, index, true)];
    case 'branch':
    case 'branch_activity':
    case 'branch_random':
      return [nextStep(steps, index, true), nextStep(steps, index, false)];
    default:
      return [nextStep(steps, index)];
  }
}

/**
 * The step that follows one; the number of steps when the program is at its end.
 * @param matching whether the contact goes the way of those who match
 */
export function nextStep(steps: readonly AutomationStep[], index: number, matching = false): number {
  const step = steps[index]!;
  if (step.kind === 'end') return steps.length;
  if (step.kind === 'go_to') return indexOf(steps, step.to);
  const target = isBranching(step) ? (matching ? step.matching : step.others) : undefined;
  return target === undefined ? index + 1 : indexOf(steps, target);
}

/**
 * When a step that waits is over; undefined for the others. Days are those of the calendar in the zone.
 * @param zone IANA name
 */
export function waitsUntil(step: AutomationStep, now: Date, zone: string): Date | undefined {
  if (step.kind === 'wait') return toDate(timeIn(zone, now).add(step.duration));
  if (step.kind !== 'wait_until') return undefined;
  const today = timeIn(zone, now).toPlainDate();
  for (let days = 0; ; days++) {
    const day = today.add({ days });
    const instant = instantOf(day.toPlainDateTime({ hour: step.hour }), zone);
    // Days of the week count from Sunday here, from Monday there.
    const isDay = step.day_of_week === undefined || (day.dayOfWeek % 7) + 1 === step.day_of_week;
    if (isDay && instant > now) return instant;
  }
}
