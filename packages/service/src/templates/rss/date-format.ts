import { defaultLocale } from '../locale.ts';
import type { FormatDate } from './fill.ts';

/** Formats the dates of feed items as long dates in a locale such as `de_CH`. */
export function dateFormat(locale: string | null, timeZone: string): FormatDate {
  const language = (locale ?? defaultLocale).replace('_', '-');
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone });
  return (moment) => format.format(moment);
}
