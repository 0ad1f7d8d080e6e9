import type { SpamRule } from './rule.ts';

const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');

/** Rules on the subject. */
export const subjectRules: readonly SpamRule[] = [
  {
    name: 'SUBJ_ALL_CAPS',
    score: 1.5,
    description: 'The subject is all capital letters.',
    meets: ({ subject }) => letters(subject).length > 5 && subject === subject.toUpperCase() && /\p{Lu}/u.test(subject),
  },
  {
    name: 'SUBJ_EXCLAMATIONS',
    score: 0.8,
    description: 'The subject has several exclamation marks.',
    meets: ({ subject }) => (subject.match(/[!！¡]/g) ?? []).length > 1,
  },
  {
    name: 'SUBJ_QUESTION_EXCLAMATION',
    score: 0.6,
    description: 'The subject has "?!" or "!?".',
    meets: ({ subject }) => /\?!|!\?/.test(subject),
  },
  {
    name: 'SUBJ_MONEY',
    score: 0.7,
    description: 'The subject has an amount of money.',
    meets: ({ subject }) => /[$€£¥]\s?\d|\d\s?[$€£¥]/.test(subject),
  },
  {
    name: 'SUBJ_FREE',
    score: 0.8,
    description: 'The subject begins with "free", or says it in capital letters.',
    meets: ({ subject }) =>
      /^\W*(free|gratis|kostenlos)\b/i.test(subject) || /\b(FREE|GRATIS|KOSTENLOS)\b/.test(subject),
  },
  {
    name: 'SUBJ_URGENT',
    score: 0.8,
    description: 'The subject creates pressure: urgent, last chance, act now.',
    meets: ({ subject }) =>
      /\b(urgent|act now|last chance|immediately|dringend|sofort handeln|letzte chance)\b/i.test(subject),
  },
  {
    name: 'SUBJ_WINNER',
    score: 1.5,
    description: 'The subject promises a prize.',
    meets: ({ subject }) => /\b(you(?:'ve| have)? won|winner|lottery|jackpot|gewonnen|lotterie)\b/i.test(subject),
  },
  {
    name: 'SUBJ_FAKE_REPLY',
    score: 1.5,
    description: 'The subject looks like a reply or a forward, but the mail is not one.',
    meets: ({ subject, header }) => /^(re|fw|fwd|aw|wg)\s*:/i.test(subject) && header('in-reply-to').length === 0,
  },
  {
    name: 'SUBJ_OBFUSCATED',
    score: 1.8,
    description: 'Words of the subject are spelled with dots, spaces or digits between the letters.',
    meets: ({ subject }) =>
      /(?<![\p{L}\d])(?:\p{L}[._*-]){3,}\p{L}(?!\p{L})|\b(v1agra|c1alis|fr33|ca\$h)\b/iu.test(subject),
  },
  {
    name: 'SUBJ_MANY_EMOJI',
    score: 0.5,
    description: 'The subject has more than two emoji.',
    meets: ({ subject }) => (subject.match(/\p{Extended_Pictographic}/gu) ?? []).length > 2,
  },
  {
    name: 'SUBJ_SPACES',
    score: 0.6,
    description: 'The subject has long runs of spaces.',
    meets: ({ subject }) => /\s{5}/.test(subject),
  },
  {
    name: 'SUBJ_HAS_ADDRESS',
    score: 0.5,
    description: 'The subject has an email address.',
    meets: ({ subject }) => /\S@[^\s@.]+\.\S/.test(subject),
  },
  {
    name: 'SUBJ_UNFILLED',
    score: 1.2,
    description: 'The subject has a tag that was not filled.',
    meets: ({ subject }) => /\[\[|\]\]|\{\{|%[A-Z_]+%/.test(subject),
  },
];
