import { Temporal } from 'temporal-polyfill';
import { localTimes } from '../../mailings/index.ts';
import { timeIn } from '../../platform/time/zone.ts';

/** Milliseconds after its time of day in which a variant is still sent; later, it would try another time. */
const graceMillis = 2 * 60 * 60 * 1000;

/**
 * The next moment after another one at which clocks of a zone show a time of day. A time that clocks skip is the next one that there
 * is; one that they show twice is the first.
 * @param sendTime `HH:MM`
 * @param zone IANA name
 */
export function nextSendTime(sendTime: string, zone: string, after: Date): Date {
  const day = timeIn(zone, after).toPlainDate();
  const time = day.toPlainDateTime(Temporal.PlainTime.from(sendTime));
  return localTimes.localInstant(time, zone, new Date(after.getTime() + 1));
}

/** Whether a variant waits for its time, is sent now, or has missed its time. */
export type Turn = 'waits' | 'sends' | 'missed';

/**
 * Tells whether the time of a variant has come.
 * @param queuedAt when its sendout was queued: one that was queued after its time has failed before and is sent by a person
 */
export function turnOf(startsAt: Date | null, queuedAt: Date, now: Date): Turn {
  if (startsAt === null || queuedAt >= startsAt) return 'sends';
  if (now < startsAt) return 'waits';
  return now.getTime() - startsAt.getTime() > graceMillis ? 'missed' : 'sends';
}

/**
 * When the chosen variant goes to everybody else, as far as it must be waited for; undefined if that is now. A time that was missed
 * is put off to the next day.
 */
export function restWaitsUntil(
  restAt: Date | null,
  sendTime: string | null,
  zone: string,
  now: Date,
): Date | undefined {
  if (restAt === null) return undefined;
  if (now < restAt) return restAt;
  const isMissed = now.getTime() - restAt.getTime() > graceMillis;
  return isMissed && sendTime !== null ? nextSendTime(sendTime, zone, now) : undefined;
}
