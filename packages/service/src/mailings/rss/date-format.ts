import type { Account } from '../../account/index.ts';
import { defaultLocale } from '../locale.ts';
import type { Mailing } from '../store.ts';
import type { FormatDate } from './fill.ts';

/** Writes the days of a feed's items in the language of the mailing. */
export function dateFormat({ locale }: Pick<Mailing, 'locale'>, { time_zone }: Pick<Account, 'time_zone'>): FormatDate {
  const language = (locale ?? defaultLocale).replace('_', '-');
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: time_zone });
  return (moment) => format.format(moment);
}
