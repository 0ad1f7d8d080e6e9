import { messagesOf } from '../../platform/text/messages.ts';

interface Words {
  title: string;
  receiving: string;
  /** The contact has unsubscribed. */
  unsubscribed: (values: { sender: string }) => string;
  topics: string;
  frequency: string;
  frequencyChoices: Record<'all' | 7 | 30, string>;
  everyDaysChoice: (values: { days: number }) => string;
  pause: string;
  noPause: string;
  pausedUntil: (values: { day: string }) => string;
  endPause: string;
  pauseChoices: Record<30 | 90 | 180, string>;
  profile: string;
  about: (values: { sender: string }) => string;
  nothing: (values: { sender: string }) => string;
  address: string;
  save: string;
  saved: string;
  wrong: string;
  wrongField: string;
  unsubscribe: string;
  sample: string;
  yes: string;
  no: string;
  genders: Record<'m' | 'f' | 'd', string>;
  localeHint: string;
  /** Standard fields. */
  fields: Record<string, string>;
}

/** Texts of the profile page. */
export const words = messagesOf<Words>('profile');
