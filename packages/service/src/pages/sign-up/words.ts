import type { Language } from '../../events/index.ts';

interface Words {
  title: (sender: string) => string;
  email: string;
  required: string;
  topics: string;
  submit: string;
  wrong: string;
  wrongEmail: string;
  wrongConsent: string;
  wrongField: string;
  check: string;
  thanks: string;
  askedByMail: string;
  subscribed: string;
  tooMany: string;
  tooManyText: string;
  attacked: string;
  unavailable: string;
  unavailableText: string;
  honeypot: string;
  working: string;
}

/** What the pages and the script say. */
export const words: Record<Language, Words> = {
  en: {
    title: (sender) => `Newsletter of ${sender}`,
    email: 'Email address',
    required: 'required',
    topics: 'I am interested in',
    submit: 'Subscribe',
    wrong: 'Please correct the marked fields.',
    wrongEmail: 'This is not an email address.',
    wrongConsent: 'Please agree, so that we may write to you.',
    wrongField: 'This value is missing or does not fit.',
    check: 'Please check what you have entered, and press the button once more.',
    thanks: 'Thank you',
    askedByMail: 'We have sent you an email. Please press the button in it to confirm your subscription.',
    subscribed: 'You are subscribed.',
    tooMany: 'Too many sign-ups',
    tooManyText: 'Too many people are signing up at the moment. Please try again later.',
    attacked: 'At the moment, this form works only with JavaScript. Please switch it on, or try again later.',
    unavailable: 'Sign-ups are not possible at the moment',
    unavailableText: 'Please try again later.',
    honeypot: 'Leave this empty',
    working: 'One moment …',
  },
  de: {
    title: (sender) => `Newsletter von ${sender}`,
    email: 'E-Mail-Adresse',
    required: 'erforderlich',
    topics: 'Mich interessiert',
    submit: 'Anmelden',
    wrong: 'Bitte berichtigen Sie die markierten Felder.',
    wrongEmail: 'Das ist keine E-Mail-Adresse.',
    wrongConsent: 'Bitte stimmen Sie zu, damit wir Ihnen schreiben dürfen.',
    wrongField: 'Dieser Wert fehlt oder passt nicht.',
    check: 'Bitte prüfen Sie Ihre Angaben und drücken Sie den Knopf noch einmal.',
    thanks: 'Vielen Dank',
    askedByMail: 'Wir haben Ihnen eine E-Mail gesendet. Bitte bestätigen Sie Ihre Anmeldung mit dem Knopf darin.',
    subscribed: 'Sie sind angemeldet.',
    tooMany: 'Zu viele Anmeldungen',
    tooManyText: 'Im Augenblick melden sich zu viele Menschen an. Bitte versuchen Sie es später noch einmal.',
    attacked:
      'Im Augenblick funktioniert dieses Formular nur mit JavaScript. Bitte schalten Sie es ein, oder versuchen Sie es später noch einmal.',
    unavailable: 'Anmeldungen sind im Augenblick nicht möglich',
    unavailableText: 'Bitte versuchen Sie es später noch einmal.',
    honeypot: 'Bitte leer lassen',
    working: 'Einen Augenblick …',
  },
};
