export type Language = 'en' | 'de';

/** The language of a mailing's locale, such as `de_AT`; English where we have no words. */
export function languageOf(locale: string | null | undefined): Language {
  return locale?.startsWith('de') ? 'de' : 'en';
}

interface Words {
  question: string;
  about: (sender: string) => string;
  address: string;
  confirm: string;
  ignore: string;
  thanks: string;
  confirmed: string;
  already: string;
  alreadyText: string;
}

/** Texts of the pages. */
export const words: Record<Language, Words> = {
  en: {
    question: 'Confirm your subscription',
    about: (sender) => `You asked for emails from ${sender}. Press the button to receive them at this address.`,
    address: 'Address',
    confirm: 'Yes, I want these emails',
    ignore: 'You did not ask for them? Then do nothing and close this page.',
    thanks: 'Thank you',
    confirmed: 'Your subscription is confirmed. You can close this page.',
    already: 'You have already confirmed',
    alreadyText: 'There is nothing more to do. You can close this page.',
  },
  de: {
    question: 'Anmeldung bestätigen',
    about: (sender) =>
      `Sie haben E-Mails von ${sender} angefordert. Bestätigen Sie mit dem Knopf, dass Sie sie an diese Adresse erhalten möchten.`,
    address: 'Adresse',
    confirm: 'Ja, ich möchte diese E-Mails',
    ignore: 'Sie haben nichts angefordert? Dann tun Sie nichts und schließen Sie diese Seite.',
    thanks: 'Vielen Dank',
    confirmed: 'Ihre Anmeldung ist bestätigt. Sie können diese Seite schließen.',
    already: 'Sie haben bereits bestätigt',
    alreadyText: 'Sie müssen nichts weiter tun und können diese Seite schließen.',
  },
};
