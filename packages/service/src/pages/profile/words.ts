import type { Language } from '../../events/index.ts';

interface Words {
  title: string;
  receiving: string;
  /** The contact has unsubscribed. */
  unsubscribed: (sender: string) => string;
  topics: string;
  frequency: string;
  frequencyChoices: Record<'all' | 7 | 30, string>;
  everyDaysChoice: (days: number) => string;
  pause: string;
  noPause: string;
  pausedUntil: (day: string) => string;
  endPause: string;
  pauseChoices: Record<30 | 90 | 180, string>;
  profile: string;
  about: (sender: string) => string;
  nothing: (sender: string) => string;
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
export const words: Record<Language, Words> = {
  en: {
    title: 'Your preferences',
    receiving: 'What you receive',
    unsubscribed: (sender) => `You receive no newsletters from ${sender}. To receive them again, subscribe again.`,
    topics: 'I am interested in',
    frequency: 'How often',
    frequencyChoices: { all: 'Every newsletter', 7: 'At most one a week', 30: 'At most one a month' },
    everyDaysChoice: (days) => `At most one in ${days} days`,
    pause: 'Pause',
    noPause: 'No pause',
    pausedUntil: (day) => `No newsletters until ${day}`,
    endPause: 'End the pause',
    pauseChoices: {
      30: 'No newsletters for a month',
      90: 'No newsletters for 3 months',
      180: 'No newsletters for 6 months',
    },
    profile: 'About you',
    about: (sender) => `This is the information that ${sender} has about you. Correct it if necessary.`,
    nothing: (sender) => `There is no information about you that you can change here. Please contact ${sender}.`,
    address: 'Address',
    save: 'Save',
    saved: 'Your changes are saved.',
    wrong: 'Nothing was saved: please correct the marked fields.',
    wrongField: 'This value is not valid.',
    unsubscribe: 'Unsubscribe',
    sample: 'This is a test mail. In the mails of a sendout, recipients can change their data here.',
    yes: 'Yes',
    no: 'No',
    genders: { m: 'Male', f: 'Female', d: 'Diverse' },
    localeHint: 'such as en or en_GB',
    fields: {
      ADDRESS: 'Street',
      BIRTHDAY: 'Birthday',
      CITY: 'City',
      COUNTRY: 'Country',
      FIRSTNAME: 'First name',
      FULLNAME: 'Full name',
      GENDER: 'Gender',
      HNR: 'House number',
      LASTNAME: 'Last name',
      LOCALE: 'Language',
      NAMEDAY: 'Name day',
      ORGANIZATION: 'Organization',
      REGION: 'Region',
      SALUTATION: 'Salutation',
      STATE: 'State',
      TITLE: 'Title',
      ZIP: 'Postal code',
    },
  },
  de: {
    title: 'Ihre Einstellungen',
    receiving: 'Was Sie erhalten',
    unsubscribed: (sender) =>
      `Sie erhalten keine Newsletter von ${sender}. Wenn Sie wieder welche erhalten möchten, melden Sie sich bitte neu an.`,
    topics: 'Mich interessiert',
    frequency: 'Wie oft',
    frequencyChoices: { all: 'Jeder Newsletter', 7: 'Höchstens einer in der Woche', 30: 'Höchstens einer im Monat' },
    everyDaysChoice: (days) => `Höchstens einer in ${days} Tagen`,
    pause: 'Pause',
    noPause: 'Keine Pause',
    pausedUntil: (day) => `Keine Newsletter bis ${day}`,
    endPause: 'Pause beenden',
    pauseChoices: {
      30: 'Einen Monat keine Newsletter',
      90: '3 Monate keine Newsletter',
      180: '6 Monate keine Newsletter',
    },
    profile: 'Über Sie',
    about: (sender) => `Diese Angaben hat ${sender} über Sie gespeichert. Korrigieren Sie sie, wenn nötig.`,
    nothing: (sender) =>
      `Es gibt keine Angaben über Sie, die Sie hier ändern können. Bitte wenden Sie sich an ${sender}.`,
    address: 'Adresse',
    save: 'Speichern',
    saved: 'Ihre Änderungen sind gespeichert.',
    wrong: 'Es wurde nichts gespeichert: Bitte korrigieren Sie die markierten Felder.',
    wrongField: 'Dieser Wert ist ungültig.',
    unsubscribe: 'Abmelden',
    sample: 'Dies ist eine Testmail. In versendeten E-Mails können Empfänger hier ihre Angaben ändern.',
    yes: 'Ja',
    no: 'Nein',
    genders: { m: 'männlich', f: 'weiblich', d: 'divers' },
    localeHint: 'zum Beispiel de oder de_AT',
    fields: {
      ADDRESS: 'Straße',
      BIRTHDAY: 'Geburtstag',
      CITY: 'Ort',
      COUNTRY: 'Land',
      FIRSTNAME: 'Vorname',
      FULLNAME: 'Name',
      GENDER: 'Geschlecht',
      HNR: 'Hausnummer',
      LASTNAME: 'Nachname',
      LOCALE: 'Sprache',
      NAMEDAY: 'Namenstag',
      ORGANIZATION: 'Organisation',
      REGION: 'Region',
      SALUTATION: 'Anrede',
      STATE: 'Bundesland',
      TITLE: 'Titel',
      ZIP: 'Postleitzahl',
    },
  },
};
