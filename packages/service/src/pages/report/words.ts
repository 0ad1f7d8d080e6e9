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
    legend: 'Opens: solid line with a filled area. Clicks: dashed line. Times are in UTC.',
    links: 'Links',
    link: 'Link',
    onlyMost: (shown, all) => `The ${shown} links with most clicks of ${all}.`,
    readers: 'Readers',
    map: 'Clicks in the mail',
    devices: 'Devices',
    programs: 'Programs',
    device: { COMPUTER: 'Computer', TABLET: 'Tablet', MOBILE: 'Phone', UNKNOWN: 'Unknown' },
    bounces: 'Bounces',
    bounced: 'Bounced',
    why: 'Reason',
    permanent: 'Permanent',
    transient: 'Temporary',
    bounce: {
      address: 'The address does not exist or is misspelt',
      mailbox: 'The mailbox is full, closed, or does not accept this mail',
      system: 'Mail system of the recipient',
      network: 'Network or routing',
      protocol: 'Mail protocol',
      content: 'Content of the mail',
      policy: 'Refused by policy, such as a spam filter',
      other: 'Other',
    },
    unsubscriptions: 'Unsubscribed',
    unknown: 'Unknown',
    nothing: 'Nothing has been opened yet.',
    archived:
      'The totals include old events that are no longer stored one by one. The figures below for times, links, devices and reasons cover only the events that are still stored, so their sums are lower.',
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
    legend: 'Öffnungen: durchgezogene Linie mit Fläche. Klicks: gestrichelte Linie. Zeiten in UTC.',
    links: 'Links',
    link: 'Link',
    onlyMost: (shown, all) => `Die ${shown} meistgeklickten von ${all} Links.`,
    readers: 'Leser',
    map: 'Klicks in der E-Mail',
    devices: 'Geräte',
    programs: 'Programme',
    device: { COMPUTER: 'Computer', TABLET: 'Tablet', MOBILE: 'Telefon', UNKNOWN: 'Unbekannt' },
    bounces: 'Unzustellbare E-Mails',
    bounced: 'Unzustellbar',
    why: 'Grund',
    permanent: 'Dauerhaft',
    transient: 'Vorübergehend',
    bounce: {
      address: 'Die Adresse existiert nicht oder ist falsch geschrieben',
      mailbox: 'Das Postfach ist voll, geschlossen oder nimmt diese E-Mail nicht an',
      system: 'Mailsystem des Empfängers',
      network: 'Netzwerk oder Weiterleitung',
      protocol: 'Mailprotokoll',
      content: 'Inhalt der E-Mail',
      policy: 'Abgelehnt durch eine Regel, etwa einen Spamfilter',
      other: 'Sonstiges',
    },
    unsubscriptions: 'Abgemeldet',
    unknown: 'Unbekannt',
    nothing: 'Noch wurde nichts geöffnet.',
    archived:
      'Die Summen enthalten auch ältere Ereignisse, die nicht mehr einzeln gespeichert sind. Die Angaben zu Zeiten, Links, Geräten und Gründen umfassen nur die noch gespeicherten Ereignisse und ergeben deshalb weniger.',
  },
};
