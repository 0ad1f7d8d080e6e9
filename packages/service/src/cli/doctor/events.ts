import { type DoctorFinding, findingsOf } from './finding.ts';

/**
 * How long events are kept, and since when there are some.
 * @param oldest day of the oldest one
 * @param days as of `--keep-events`; undefined for ever
 */
export function checkEvents(oldest: string | undefined, days: number | undefined): DoctorFinding[] {
  const { ok } = findingsOf('events', 'database');
  const kept =
    days === undefined ? 'Kept forever; --keep-events limits the time' : `Kept for ${days} days by --keep-events`;
  return ok(`${kept}. ${oldest === undefined ? 'There are none yet.' : `The oldest is from ${oldest}.`}`);
}
