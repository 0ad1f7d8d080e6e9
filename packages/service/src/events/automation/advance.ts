import type { AutomationStep } from '@mailwright/server';
import type { PassedStep, StepFault } from '../tables.ts';
import { isBranching, nextStep } from './steps.ts';
import { isWaiting, nextLook } from './waiting.ts';

/** Where a contact is in a program, and how it got there. The engine stores it; a simulation only reads it. */
export interface RunPlace {
  /** Index of the step to take next. */
  step: number;
  taken: number;
  due_at: Date;
  waits_since: Date | null;
  ended_at: Date | null;
  passed: PassedStep[];
}

/** Steps that a run remembers: enough for every program without circles, few enough for a row. */
const remembered = 100;

/**
 * Has a contact that waits for something do so, unless its time is over. Reports whether it waits.
 * @param zone IANA name; days are those of its calendar
 */
export function goesOnWaiting(step: AutomationStep, place: RunPlace, now: Date, zone: string): boolean {
  if (!isWaiting(step)) return false;
  const since = place.waits_since ?? now;
  const next = nextLook(step, since, now, zone);
  if (next === undefined) return false;
  place.waits_since = since;
  place.due_at = next;
  return true;
}

/**
 * Moves a contact behind the step that it has taken, and to the end of the program if there is nothing more to take.
 * @param result whether the contact goes the way of those who match, and why the step did nothing for it, if it did not
 * @param until when a step that waits is over; `undefined` if it does not wait
 */
export function passStep(
  steps: readonly AutomationStep[],
  place: RunPlace,
  { matching, idle }: { matching: boolean; idle?: StepFault | undefined },
  now: Date,
  until: Date | undefined,
): void {
  const index = place.step;
  place.passed = [
    ...place.passed.slice(1 - remembered),
    {
      step: index,
      at: now.getTime(),
      ...(isBranching(steps[index]!) && { matching }),
      ...(idle !== undefined && { idle }),
    },
  ];
  place.step = nextStep(steps, index, matching);
  place.taken++;
  place.waits_since = null;
  if (until !== undefined) place.due_at = until;
  else if (place.step >= steps.length) place.ended_at = now;
}
