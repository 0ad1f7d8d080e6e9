import type { HtmlPage } from '../content/page.ts';
import type { Finding } from '../findings/findings.ts';

export interface CheckedMail {
  type: 'regular' | 'trigger' | 'doi';
  subject: string;
  preview: string;
  senderAlias: string;
  page: HtmlPage | undefined;
  text: string | null;
}

interface Rule {
  code: string;
  /** Points that are lost, of 100. */
  points: number;
  location: string;
  /** Message of the fault; `undefined` if there is none. */
  fault(mail: CheckedMail): string | undefined;
}

/** Telephones show so much of a subject, and more than a few words are needed to tell what a mail is about. */
const [shortSubject, longSubject] = [30, 50];
const firstLinkWithin = 600;
const readingTime = 3;
const wordsPerMinute = 200;

const links = ({ page }: CheckedMail) =>
  page?.elements.filter(({ name, attributes }) => name === 'a' && attributes.has('href')) ?? [];
const images = ({ page }: CheckedMail) => page?.elements.filter(({ name }) => name === 'img') ?? [];
const symbols = (text: string) => [...new Intl.Segmenter().segment(text)].length;

const rules: readonly Rule[] = [
  {
    code: 'subject_short',
    points: 8,
    location: 'subject',
    fault: ({ subject }) =>
      symbols(subject) < shortSubject
        ? `The subject has ${symbols(subject)} symbols; use ${shortSubject} to ${longSubject}, which phones still show in full.`
        : undefined,
  },
  {
    code: 'subject_long',
    points: 10,
    location: 'subject',
    fault: ({ subject }) =>
      symbols(subject) > longSubject
        ? `The subject has ${symbols(subject)} symbols; phones show about ${longSubject}.`
        : undefined,
  },
  {
    code: 'subject_capitals',
    points: 15,
    location: 'subject',
    fault: ({ subject }) =>
      /\p{Lu}.*\p{Lu}/u.test(subject) && !/\p{Ll}/u.test(subject) ? 'The subject is all capital letters.' : undefined,
  },
  {
    code: 'subject_exclamation',
    points: 10,
    location: 'subject',
    fault: ({ subject }) =>
      subject.replace(/[^!！]/g, '').length > 1 ? 'The subject has more than one exclamation mark.' : undefined,
  },
  {
    code: 'preview_text_missing',
    points: 12,
    location: 'previewtext',
    fault: ({ preview }) =>
      preview.trim() === '' ? 'The preview text is empty; lists of mails show the first words of the mail.' : undefined,
  },
  {
    code: 'preview_text_repeats',
    points: 8,
    location: 'previewtext',
    fault: ({ preview, subject }) =>
      preview.trim() !== '' && preview.trim().toLowerCase() === subject.trim().toLowerCase()
        ? 'The preview text repeats the subject.'
        : undefined,
  },
  {
    code: 'sender_alias_missing',
    points: 12,
    location: 'senderalias',
    fault: ({ senderAlias }) =>
      senderAlias.trim() === '' ? 'Without a sender alias, people see only the address of the sender.' : undefined,
  },
  {
    code: 'first_link_late',
    points: 8,
    location: 'html',
    fault: (mail) => {
      const first = links(mail)[0];
      if (first === undefined || first.textBefore <= firstLinkWithin) return undefined;
      return `The first link comes after ${first.textBefore} symbols of text.`;
    },
  },
  {
    code: 'links_missing',
    points: 10,
    location: 'html',
    fault: (mail) => (mail.page && links(mail).length === 0 ? 'The mail has no link.' : undefined),
  },
  {
    code: 'links_many',
    points: 6,
    location: 'html',
    fault: (mail) =>
      links(mail).length > 40
        ? `There are ${links(mail).length} links; with so many, people often follow none.`
        : undefined,
  },
  {
    code: 'images_without_text',
    points: 12,
    location: 'html',
    fault: (mail) => {
      const count = images(mail).length;
      if (count === 0 || mail.page!.text.length >= 60 * count) return undefined;
      return 'There is little text for so many images; many people see no images at first.';
    },
  },
  {
    code: 'heading_missing',
    points: 5,
    location: 'html',
    fault: ({ page }) =>
      page && !page.elements.some(({ name }) => /^h[1-3]$/.test(name)) ? 'There is no heading.' : undefined,
  },
  {
    code: 'reading_time',
    points: 6,
    location: 'html',
    fault: ({ page, text }) => {
      const words = (page?.text ?? text ?? '').split(/\s+/).length;
      const minutes = Math.round(words / wordsPerMinute);
      return minutes > readingTime ? `Reading takes about ${minutes} minutes.` : undefined;
    },
  },
];

/** Points out of 100 for how well subject, preview text and contents win attention, and where points were lost. */
export function judgeAttention(mail: CheckedMail): { score: number; findings: Finding[] } {
  const findings = rules.flatMap(({ code, points, location, fault }) => {
    const message = fault(mail);
    return message === undefined ? [] : [{ code, location, points, message, severity: 'info' as const }];
  });
  const score = findings.reduce((left, { points }) => left - points, 100);
  return {
    score: Math.max(0, score),
    findings: findings.map(({ points, message, ...rest }) => ({ ...rest, message: `${message} (−${points})` })),
  };
}
