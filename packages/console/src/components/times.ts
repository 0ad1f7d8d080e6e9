import type { Visit } from '../web/routes.ts';

type Viewer = Pick<Visit, 'account' | 'say'>;

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
export function localMinute({ account, say }: Viewer, instant: number): string {
  const format = new Intl.DateTimeFormat(locales[say.language], {
    timeZone: account.timeZone,
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(instant);
}
