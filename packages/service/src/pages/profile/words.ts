import type { Language } from '../../events/index.ts';

interface Words {
  title: string;
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
    title: 'Your profile',
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
    title: 'Ihr Profil',
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
