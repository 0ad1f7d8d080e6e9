import type { AutomationStep } from '@mailwright/server';
import { timeIn, toDate } from '../../platform/time/zone.ts';

type WaitingStep = Extract<AutomationStep, { kind: 'wait_for' | 'wait_for_activity' }>;

/** A step that waits until something is so. */
export const isWaiting = (step: AutomationStep | undefined): step is WaitingStep =>
  step?.kind === 'wait_for' || step?.kind === 'wait_for_activity';

const shortestMillis = 5 * 60_000;
const longestMillis = 60 * 60_000;
/** Who has waited for long does so for the next minutes, too. */
const partOfWait = 12;

/** Returns when a step that waits for something does so no longer. Days are those of the calendar in the zone. */
export const waitEnd = ({ at_most }: Pick<WaitingStep, 'at_most'>, since: Date, zone: string): Date =>
  toDate(timeIn(zone, since).add(at_most));

/**
 * Returns when a contact that waits is looked at again; `undefined` if its time is over.
 * @param zone IANA name; days are those of its calendar
 */
export function nextLook(step: Pick<WaitingStep, 'at_most'>, since: Date, now: Date, zone: string): Date | undefined {
  const end = waitEnd(step, since, zone);
  if (end <= now) return undefined;
  const pause = Math.min(Math.max((now.getTime() - since.getTime()) / partOfWait, shortestMillis), longestMillis);
  return new Date(Math.min(end.getTime(), Math.round(now.getTime() + pause)));
}
