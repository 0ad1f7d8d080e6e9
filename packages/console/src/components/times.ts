import type { Visit } from '../web/routes.ts';

type Viewer = Pick<Visit, 'say'> & { account: Pick<Visit['account'], 'timeZone'> };

/** Writes an instant of the API (`YYYY-MM-DD HH:MM:SS` in UTC) in the local time of the account, to the minute. */
export function localTime(viewer: Viewer, at: string): string {
  const instant = Date.parse(`${at.slice(0, 19).replace(' ', 'T')}Z`);
  return Number.isNaN(instant) ? at : localMinute(viewer, instant);
}

/** Writes the day of an instant of the API in the local time of the account. */
export function localDay({ account, say }: Viewer, at: string): string {
  const instant = Date.parse(`${at.slice(0, 19).replace(' ', 'T')}Z`);
  return Number.isNaN(instant)
    ? at
    : new Intl.DateTimeFormat(locales[say.language], { timeZone: account.timeZone, ...day }).format(instant);
}

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** English is read in many countries, which write dates differently: Swedish ones are those of ISO 8601. */
const locales = { en: 'sv', de: 'de', es: 'es', fr: 'fr' };

/** Writes an instant in milliseconds in the local time of the account, to the minute. */
export const localMinute = ({ account, say }: Viewer, instant: number): string =>
  minuteFormat(locales[say.language], account.timeZone).format(instant);

/** Writes an instant for fields of forms and for files, as `YYYY-MM-DD HH:MM` of a time zone. */
export const plainMinute = (timeZone: string, instant: number): string =>
  minuteFormat(locales.en, timeZone).format(instant);

/** Returns the instant at which a day (`YYYY-MM-DD`) begins in a time zone, in milliseconds. */
export function startOfDay(timeZone: string, day: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  const shift = (instant: number) => Date.parse(`${plainMinute(timeZone, instant).replace(' ', 'T')}:00Z`) - instant;
  // The zone may be another one at that instant than at the same time of UTC.
  const near = wanted - shift(wanted);
  const exact = wanted - shift(near);
  // Where clocks go forward at midnight, the day begins later.
  return plainMinute(timeZone, exact) < day ? near : exact;
}

const minuteFormat = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Zone for times that are in the account's zone already, and for days of the service. */
export const asItIs = { timeZone: 'UTC' };
