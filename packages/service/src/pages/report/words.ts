import type { Language } from '../../events/index.ts';
import type { BounceReason } from '../../tracking/index.ts';

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
  bounce: Record<BounceReason, string>;
  unsubscriptions: string;
  unknown: string;
  nothing: string;
  archived: string;
  subject: string;
}

/** Texts of the report of a mailing. */
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
      'mailbox-unknown': 'The mailbox does not exist',
      'host-unknown': 'The domain of the address does not exist',
      moved: 'The recipient has another address',
      'accepts-no-mail': 'The domain accepts no mail',
      'mailbox-full': 'The mailbox is full',
      'mailbox-disabled': 'The mailbox is closed',
      'too-big': 'The mail is too large',
      'sender-rejected': 'The sender is not accepted',
      authentication: 'Authentication of the sender failed (SPF, DKIM, DMARC)',
      'reverse-dns': 'The sending server has no valid name (reverse DNS)',
      spam: 'The mail was classified as spam',
      virus: 'The mail was classified as a virus',
      content: 'The content of the mail was refused',
      blocked: 'The sending server is blocked',
      policy: 'Refused by a policy of the receiver',
      rate: 'Too many mails at once',
      relaying: 'The server does not accept mail for the domain',
      network: 'The server could not be reached',
      expired: 'The server did not accept the mail in time',
      protocol: 'Error of the mail protocol',
      system: 'Error in the mail system of the recipient',
      undefined: 'Other',
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
      'mailbox-unknown': 'Das Postfach existiert nicht',
      'host-unknown': 'Die Domain der Adresse existiert nicht',
      moved: 'Der Empfänger hat eine andere Adresse',
      'accepts-no-mail': 'Die Domain nimmt keine E-Mails an',
      'mailbox-full': 'Das Postfach ist voll',
      'mailbox-disabled': 'Das Postfach ist geschlossen',
      'too-big': 'Die E-Mail ist zu groß',
      'sender-rejected': 'Der Absender wird nicht angenommen',
      authentication: 'Die Authentifizierung des Absenders schlug fehl (SPF, DKIM, DMARC)',
      'reverse-dns': 'Der sendende Server hat keinen gültigen Namen (Reverse DNS)',
      spam: 'Die E-Mail wurde als Spam eingestuft',
      virus: 'Die E-Mail wurde als Virus eingestuft',
      content: 'Der Inhalt der E-Mail wurde abgelehnt',
      blocked: 'Der sendende Server ist gesperrt',
      policy: 'Abgelehnt durch eine Regel des Empfängers',
      rate: 'Zu viele E-Mails auf einmal',
      relaying: 'Der Server nimmt keine E-Mails für die Domain an',
      network: 'Der Server war nicht erreichbar',
      expired: 'Der Server hat die E-Mail nicht rechtzeitig angenommen',
      protocol: 'Fehler im Mailprotokoll',
      system: 'Störung im Mailsystem des Empfängers',
      undefined: 'Sonstiges',
    },
    unsubscriptions: 'Abgemeldet',
    unknown: 'Unbekannt',
    nothing: 'Noch wurde nichts geöffnet.',
    archived:
      'Die Summen enthalten auch ältere Ereignisse, die nicht mehr einzeln gespeichert sind. Die Angaben zu Zeiten, Links, Geräten und Gründen umfassen nur die noch gespeicherten Ereignisse und ergeben deshalb weniger.',
  },
};
