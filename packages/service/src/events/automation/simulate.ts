import type { AutomationStep } from '@mailwright/server';
import type { EarlyLeave, StepFault } from '../tables.ts';
import { goesOnWaiting, passStep, type RunPlace } from './advance.ts';
import { isBranching, waitsUntil } from './steps.ts';
import { isWaiting, nextLook, waitEnd } from './waiting.ts';

/** Which way a contact goes at a step, and what has decided it. */
export interface WayDecision {
  matching: boolean;
  by: 'choice' | 'contact' | 'chance' | 'assumed';
  /** For a step that waits: when what it waits for happens to a contact that has come there at a time; at once if absent. */
  happens?: ((since: Date) => Date) | undefined;
}

/** A contact's way through a program in thought. */
export interface ProgramTrial {
  steps: readonly AutomationStep[];
  start: Date;
  until: Date;
  /** IANA name of the zone of the account. */
  zone: string;
  /** The zone in which a contact waits at a step until an hour. */
  zoneOf(step: AutomationStep): string;
  decide(index: number): WayDecision;
  /** Why a step would do nothing. */
  idle(index: number): StepFault | undefined;
  /** When the contact would leave before the end, why; `undefined` if it would not. */
  leave: { at: Date; by: EarlyLeave } | undefined;
}

export interface TrialLine {
  at: Date;
  step: number;
  event: 'taken' | 'waiting';
  until?: Date;
  matching?: boolean;
  by?: WayDecision['by'];
  idle?: StepFault;
}

export interface TrialResult {
  outcome: 'ended' | EarlyLeave | 'under_way' | 'too_long';
  at: Date;
  /** Index of the step that the contact takes next; absent at the end. */
  step?: number;
  lines: TrialLine[];
}

const mostLines = 1000;
/** Looks at contacts that wait for something: more than in a year, few enough for a request. */
const mostLooks = 10_000;

/**
 * Says what happens to a contact, by the rules with which the engine runs programs: it takes the steps that are due, and then the
 * clock jumps to when the next one is.
 */
export function simulate(trial: ProgramTrial): TrialResult {
  const { steps, start, until, leave } = trial;
  const place: RunPlace = { step: 0, taken: 0, due_at: start, waits_since: null, ended_at: null, passed: [] };
  const lines: TrialLine[] = [];
  const result = (outcome: TrialResult['outcome'], at: Date): TrialResult => {
    return { outcome, at, ...(outcome !== 'ended' && { step: place.step }), lines };
  };
  for (let looks = 0; looks < mostLooks; looks++) {
    const now = place.due_at;
    if (now > until) return result('under_way', until);
    if (leave !== undefined && leave.at <= now) return result(leave.by, now);
    while (place.ended_at === null && place.due_at <= now) {
      if (place.step >= steps.length) return result('ended', now);
      if (lines.length >= mostLines) return result('too_long', now);
      lines.push(...takeInThought(trial, place, now));
    }
    if (place.ended_at !== null) return result('ended', now);
  }
  return result('too_long', place.due_at);
}

/** Takes the step before which a contact stands, or waits there. Returns what is to be told about it. */
function takeInThought(trial: ProgramTrial, place: RunPlace, now: Date): TrialLine[] {
  const { steps, zone } = trial;
  const { step: index, waits_since } = place;
  const step = steps[index]!;
  const decision = isBranching(step) ? trial.decide(index) : undefined;
  const happensAt = decision?.happens?.(waits_since ?? now) ?? now;
  const matching = decision?.matching === true && happensAt <= now;
  if (!matching && goesOnWaiting(step, place, now, zone)) {
    skipLooks(trial, place, decision);
    const end = isWaiting(step) ? waitEnd(step, place.waits_since!, zone) : now;
    return waits_since === null ? [{ at: now, step: index, event: 'waiting', until: end }] : [];
  }
  const until = waitsUntil(step, now, trial.zoneOf(step));
  const idle = trial.idle(index);
  passStep(steps, place, { matching, idle }, now, until);
  return [
    {
      at: now,
      step: index,
      event: 'taken',
      ...(until !== undefined && { until }),
      ...(decision !== undefined && { matching, by: decision.by }),
      ...(idle !== undefined && { idle }),
    },
  ];
}

/** Has the clock jump to the end of a wait, if nothing happens before. */
function skipLooks({ steps, zone, leave }: ProgramTrial, place: RunPlace, decision: WayDecision | undefined): void {
  const step = steps[place.step]!;
  if (!isWaiting(step) || decision?.matching) return;
  const since = place.waits_since!;
  const end = waitEnd(step, since, zone);
  if (leave !== undefined && leave.at <= end) return;
  place.due_at = nextLook(step, since, new Date(end.getTime() - 1), zone) ?? end;
}
