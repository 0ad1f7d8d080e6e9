import type { Language } from '../../events/index.ts';

/** The reasons that reports know, in their order on the page. */
export const reasons = [
  'too_many_messages',
  'no_demand',
  'change_of_interest',
  'change_of_channel',
  'technical_reasons',
  'other',
] as const;

interface Words {
  question: string;
  about: (sender: string) => string;
  address: string;
  why: string;
  reasons: Record<(typeof reasons)[number], string>;
  message: string;
  unsubscribe: string;
  fewer: string;
  done: string;
  doneText: (sender: string) => string;
  tellUs: string;
  send: string;
  thanks: string;
  sample: string;
}

/** Texts of the pages. */
export const words: Record<Language, Words> = {
  en: {
    question: 'Unsubscribe?',
    about: (sender) => `You will no longer receive newsletters from ${sender} at this address.`,
    address: 'Address',
    why: 'Would you tell us why? (optional)',
    reasons: {
      too_many_messages: 'I receive too many emails',
      no_demand: 'I do not need them any more',
      change_of_interest: 'My interests have changed',
      change_of_channel: 'I follow you elsewhere',
      technical_reasons: 'The emails are not displayed correctly',
      other: 'Another reason',
    },
    message: 'In your own words (optional)',
    unsubscribe: 'Unsubscribe',
    fewer: 'Receive fewer emails, or pause them',
    done: 'You are unsubscribed',
    doneText: (sender) =>
      `You will no longer receive newsletters from ${sender} at this address. To receive them again, subscribe again.`,
    tellUs: 'Would you tell us why?',
    send: 'Send',
    thanks: 'Thank you for telling us.',
    sample: 'This is a test mail. In the mails of a sendout, this link unsubscribes the recipient.',
  },
  de: {
    question: 'Abmelden?',
    about: (sender) => `Sie erhalten dann an diese Adresse keine Newsletter von ${sender} mehr.`,
    address: 'Adresse',
    why: 'Möchten Sie uns den Grund nennen? (freiwillig)',
    reasons: {
      too_many_messages: 'Ich erhalte zu viele E-Mails',
      no_demand: 'Ich brauche sie nicht mehr',
      change_of_interest: 'Meine Interessen haben sich geändert',
      change_of_channel: 'Ich folge Ihnen anderswo',
      technical_reasons: 'Die E-Mails werden nicht richtig angezeigt',
      other: 'Ein anderer Grund',
    },
    message: 'In Ihren eigenen Worten (freiwillig)',
    unsubscribe: 'Abmelden',
    fewer: 'Weniger E-Mails erhalten oder eine Pause machen',
    done: 'Sie sind abgemeldet',
    doneText: (sender) =>
      `${sender} sendet an diese Adresse keine Newsletter mehr. Wenn Sie wieder welche erhalten möchten, melden Sie sich bitte neu an.`,
    tellUs: 'Möchten Sie uns den Grund nennen?',
    send: 'Absenden',
    thanks: 'Vielen Dank für Ihre Antwort.',
    sample: 'Dies ist eine Testmail. In versendeten E-Mails meldet man sich über diesen Link ab.',
  },
};
