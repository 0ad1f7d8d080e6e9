import type { AutomationStep } from '@mailwright/server';
import type { EarlierVersion } from '../tables.ts';
import type { RunPlace } from './advance.ts';
import type { StepMatches } from './match-steps.ts';
import { isTimed, nextStep, waitsUntil } from './steps.ts';
import { isWaiting } from './waiting.ts';

/** A run that may be taken over by another version of its program. */
export interface VersionedPlace extends RunPlace {
  version: number;
  earlier_versions: EarlierVersion[];
}

/** Two versions of a program, and which steps of them are the same. */
export interface VersionChange {
  from: readonly AutomationStep[];
  to: readonly AutomationStep[];
  /** The number of the newer one. */
  version: number;
  matches: StepMatches;
}

/** Where a contact is, as people see it: in a wait, or before a step. */
export interface RunStanding {
  /** Index of the step; the number of steps if the contact is to come to the end. */
  index: number;
  /** Whether the contact has come to the step and waits in it, until an hour or for a duration. */
  isWithin: boolean;
}

/** Returns where a contact is. A run that began before steps were remembered stands before the step after its wait. */
export function standingOf(
  place: Pick<VersionedPlace, 'step' | 'taken' | 'due_at' | 'waits_since' | 'passed' | 'earlier_versions'>,
  steps: readonly AutomationStep[],
  now: Date,
): RunStanding {
  const last = place.passed.at(-1);
  const isOfVersion = last !== undefined && place.waits_since === null && takenBefore(place) < place.taken;
  const isWithin =
    isOfVersion && place.due_at > now && isTimed(steps[last.step]) && nextStep(steps, last.step) === place.step;
  return { index: isWithin ? last.step : place.step, isWithin };
}

/** How many steps a contact had taken when its present version took it over. */
const takenBefore = ({ earlier_versions }: Pick<VersionedPlace, 'earlier_versions'>) =>
  earlier_versions.at(-1)?.taken ?? 0;

/**
 * Returns where the newer version has a contact: at the same step, or at the first step that it has after a deleted one. After a deleted
 * branch that is the way of the others.
 */
export function targetOf({ index, isWithin }: RunStanding, { from, to, matches }: VersionChange): RunStanding {
  const seen = new Set<number>();
  for (let at = index; at < from.length && !seen.has(at); at = nextStep(from, at)) {
    const kept = matches.after[at];
    if (kept !== undefined) return { index: kept, isWithin: isWithin && at === index && isTimed(to[kept]) };
    seen.add(at);
  }
  return { index: to.length, isWithin: false };
}

/**
 * Has the newer version take over a contact. A wait that goes on keeps the time at which it began, and one with other settings is
 * computed anew from there; one that was deleted is over.
 * @param zoneOf the zone of the contact for a step
 */
export function takeOver(
  place: VersionedPlace,
  change: VersionChange,
  now: Date,
  zoneOf: (step: AutomationStep) => string,
): void {
  const { from, to, version, matches } = change;
  const standing = standingOf(place, from, now);
  const target = targetOf(standing, change);
  const isSame = matches.after[standing.index] === target.index && !matches.changed.has(target.index);
  const before = { version: place.version, taken: place.taken };
  if (standing.isWithin && target.isWithin) {
    const begun = place.passed.at(-1)!;
    const step = to[target.index]!;
    place.passed = [...place.passed.slice(0, -1), { ...begun, step: target.index }];
    place.step = nextStep(to, target.index);
    if (!isSame) place.due_at = waitsUntil(step, new Date(begun.at), zoneOf(step)) ?? now;
    before.taken--;
  } else {
    place.step = target.index;
    const goesOn =
      matches.after[standing.index] === target.index && isWaiting(from[standing.index]) && isWaiting(to[target.index]);
    const isOver = standing.isWithin || (place.waits_since !== null && !(goesOn && isSame));
    if (!goesOn) place.waits_since = null;
    if (isOver && place.due_at > now) place.due_at = now;
  }
  if (before.taken > takenBefore(place)) place.earlier_versions = [...place.earlier_versions, before];
  place.version = version;
}
