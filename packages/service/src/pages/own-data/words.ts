import type { Language } from '../../events/index.ts';

interface Words {
  title: string;
  /** On the page of preferences. */
  offer: string;
  ask: string;
  sent: string;
  tooMany: string;
  unavailable: string;
  subject: (sender: string) => string;
  mail: (sender: string) => string;
  mailIgnore: string;
  open: string;
  copy: (sender: string) => string;
  download: string;
  erase: string;
  eraseText: (sender: string) => string;
  sure: string;
  mustBeSure: string;
  erased: string;
  erasedText: (sender: string) => string;
}

/** What the pages and the mail about one's own data say. */
export const words: Record<Language, Words> = {
  en: {
    title: 'Your data',
    offer: 'You can get a copy of your data or have it deleted. We send a link for that to your address.',
    ask: 'Send me the link',
    sent: 'We have sent you an email with a link, which is valid for a day.',
    tooMany: 'We have sent you such a link several times today. Please look for it in your mailbox.',
    unavailable: 'The link cannot be sent at the moment. Please answer one of our emails instead.',
    subject: (sender) => `Your data at ${sender}`,
    mail: (sender) =>
      `With this link you get a copy of the data that ${sender} has about you, or have it deleted. It is valid for a day.`,
    mailIgnore: 'If you have not asked for it, you need not do anything.',
    open: 'My data',
    copy: (sender) =>
      `The copy contains all that ${sender} has stored about you here: your fields, your consents, the emails you got, and when you opened them and followed their links.`,
    download: 'Download my data (JSON)',
    erase: 'Delete my data',
    eraseText: (sender) =>
      `${sender} then has no data about you here any more and sends you no more newsletters. This cannot be undone.`,
    sure: 'Yes, delete all my data',
    mustBeSure: 'Nothing was deleted: please mark the box.',
    erased: 'Your data is deleted',
    erasedText: (sender) => `${sender} has no data about you here any more.`,
  },
  de: {
    title: 'Ihre Daten',
    offer:
      'Sie können eine Kopie Ihrer Daten erhalten oder sie löschen lassen. Den Link dazu senden wir an Ihre Adresse.',
    ask: 'Link zusenden',
    sent: 'Wir haben Ihnen eine E-Mail mit einem Link gesendet, der einen Tag lang gilt.',
    tooMany:
      'Wir haben Ihnen heute schon mehrmals einen solchen Link gesendet. Bitte suchen Sie ihn in Ihrem Postfach.',
    unavailable:
      'Der Link kann im Augenblick nicht gesendet werden. Bitte antworten Sie stattdessen auf eine unserer E-Mails.',
    subject: (sender) => `Ihre Daten bei ${sender}`,
    mail: (sender) =>
      `Mit diesem Link erhalten Sie eine Kopie der Daten, die ${sender} über Sie gespeichert hat, oder lassen sie löschen. Er gilt einen Tag lang.`,
    mailIgnore: 'Wenn Sie nicht darum gebeten haben, müssen Sie nichts tun.',
    open: 'Meine Daten',
    copy: (sender) =>
      `Die Kopie enthält alles, was ${sender} hier über Sie gespeichert hat: Ihre Angaben, Ihre Einwilligungen, die E-Mails an Sie, und wann Sie sie geöffnet und Links darin aufgerufen haben.`,
    download: 'Meine Daten herunterladen (JSON)',
    erase: 'Meine Daten löschen',
    eraseText: (sender) =>
      `${sender} hat dann hier keine Daten mehr über Sie und sendet Ihnen keine Newsletter mehr. Das lässt sich nicht rückgängig machen.`,
    sure: 'Ja, alle meine Daten löschen',
    mustBeSure: 'Es wurde nichts gelöscht: Bitte kreuzen Sie das Feld an.',
    erased: 'Ihre Daten sind gelöscht',
    erasedText: (sender) => `${sender} hat hier keine Daten mehr über Sie.`,
  },
};
