import type { Language } from '../../events/index.ts';
import type { BounceSubject } from '../../tracking/index.ts';

interface Words {
  report: string;
  recipients: string;
  openings: string;
  openers: string;
  clicks: string;
  clickers: string;
  timeline: string;
  legend: string;
  links: string;
  link: string;
  onlyMost: (shown: string, all: string) => string;
  readers: string;
  map: string;
  devices: string;
  programs: string;
  device: Record<string, string>;
  bounces: string;
  bounced: string;
  why: string;
  permanent: string;
  transient: string;
  bounce: Record<BounceSubject, string>;
  unsubscriptions: string;
  unknown: string;
  nothing: string;
  archived: string;
  subject: string;
}

/** What the report of a mailing says. */
export const words: Record<Language, Words> = {
  en: {
    report: 'Report',
    subject: 'Subject',
    recipients: 'Recipients',
    openings: 'Opens',
    openers: 'Opened by',
    clicks: 'Clicks',
    clickers: 'Clicked by',
    timeline: 'Opens and clicks over time',
    legend: 'Opens: line with an area. Clicks: dashed line. Times are UTC.',
    links: 'Links',
    link: 'Link',
    onlyMost: (shown, all) => `The ${shown} links with most clicks of ${all}.`,
    readers: 'Readers',
    map: 'Clicks in the mail',
    devices: 'Devices',
    programs: 'Programs',
    device: { COMPUTER: 'Computer', TABLET: 'Tablet', MOBILE: 'Phone', UNKNOWN: 'Not known' },
    bounces: 'Mails that came back',
    bounced: 'Came back',
    why: 'Reason',
    permanent: 'For good',
    transient: 'For now',
    bounce: {
      address: 'Address does not exist or is wrong',
      mailbox: 'Mailbox is full, closed, or takes no such mail',
      system: 'Mail system of the recipient',
      network: 'Network or routing',
      protocol: 'Mail protocol',
      content: 'Content of the mail',
      policy: 'Refused by policy, such as a spam filter',
      other: 'Other',
    },
    unsubscriptions: 'Unsubscribed',
    unknown: 'Not known',
    nothing: 'Nothing has been opened yet.',
    archived:
      'These totals include what is so long ago that it is not kept one by one. Below stands what still is: lines for times, links, devices and reasons are shorter than the totals.',
  },
  de: {
    report: 'Bericht',
    subject: 'Betreff',
    recipients: 'Empfänger',
    openings: 'Öffnungen',
    openers: 'Geöffnet von',
    clicks: 'Klicks',
    clickers: 'Geklickt von',
    timeline: 'Öffnungen und Klicks im Verlauf',
    legend: 'Öffnungen: Linie mit Fläche. Klicks: gestrichelte Linie. Zeiten in UTC.',
    links: 'Links',
    link: 'Link',
    onlyMost: (shown, all) => `Die ${shown} meistgeklickten von ${all} Links.`,
    readers: 'Leser',
    map: 'Klicks in der E-Mail',
    devices: 'Geräte',
    programs: 'Programme',
    device: { COMPUTER: 'Computer', TABLET: 'Tablet', MOBILE: 'Telefon', UNKNOWN: 'Nicht bekannt' },
    bounces: 'Zurückgekommene E-Mails',
    bounced: 'Zurückgekommen',
    why: 'Grund',
    permanent: 'Endgültig',
    transient: 'Vorläufig',
    bounce: {
      address: 'Adresse gibt es nicht oder ist falsch',
      mailbox: 'Postfach ist voll, geschlossen oder nimmt solche E-Mails nicht an',
      system: 'Mailsystem des Empfängers',
      network: 'Netzwerk oder Weiterleitung',
      protocol: 'Mailprotokoll',
      content: 'Inhalt der E-Mail',
      policy: 'Abgelehnt durch eine Regel, etwa einen Spamfilter',
      other: 'Anderer',
    },
    unsubscriptions: 'Abgemeldet',
    unknown: 'Nicht bekannt',
    nothing: 'Noch wurde nichts geöffnet.',
    archived:
      'Diese Summen enthalten auch, was so lange her ist, dass es nicht mehr einzeln aufbewahrt wird. Darunter steht, was es noch wird; Zeiten, Links, Geräte und Gründe ergeben deshalb weniger als die Summen.',
  },
};
