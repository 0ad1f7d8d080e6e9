import { parseEmail } from '../../platform/text/email.ts';
import type { SpamRule } from './rule.ts';

const freemail = /@(gmail|googlemail|yahoo|hotmail|outlook|live|aol|gmx|web|icloud|mail)\.[a-z.]+$/i;
const one = (values: string[]) => values[0] ?? '';

/** Rules on header lines; names and scores in the manner of SpamAssassin's (Apache License 2.0). */
export const headerRules: readonly SpamRule[] = [
  {
    name: 'MISSING_SUBJECT',
    score: 1.8,
    description: 'There is no subject.',
    meets: ({ subject }) => subject.trim() === '',
  },
  {
    name: 'MISSING_DATE',
    score: 2.7,
    description: 'There is no Date.',
    meets: ({ header }) => header('date').length === 0,
  },
  {
    name: 'INVALID_DATE',
    score: 1.7,
    description: 'The Date is not valid (RFC 5322).',
    meets: ({ header }) => header('date').length > 0 && Number.isNaN(Date.parse(one(header('date')))),
  },
  {
    name: 'DATE_IN_FUTURE',
    score: 2.5,
    description: 'The Date is more than a day ahead.',
    meets: ({ header }) => Date.parse(one(header('date'))) > Date.now() + 86_400_000,
  },
  {
    name: 'MISSING_MID',
    score: 0.5,
    description: 'There is no Message-ID.',
    meets: ({ header }) => header('message-id').length === 0,
  },
  {
    name: 'INVALID_MSGID',
    score: 2.6,
    description: 'The Message-ID is not valid (RFC 5322).',
    meets: ({ header }) =>
      header('message-id').length > 0 && !/^<[^<>\s@]+@[^<>\s@]+>$/.test(one(header('message-id'))),
  },
  {
    name: 'MISSING_FROM',
    score: 1,
    description: 'There is no From.',
    meets: ({ from }) => from.address === '',
  },
  {
    name: 'FROM_NO_ADDRESS',
    score: 2,
    description: 'The From has no valid address.',
    meets: ({ from }) => from.address !== '' && parseEmail(from.address) === undefined,
  },
  {
    name: 'MISSING_TO',
    score: 1.2,
    description: 'There is no To.',
    meets: ({ header }) => header('to').length === 0,
  },
  {
    name: 'REPLYTO_WITHOUT_TO',
    score: 1.5,
    description: 'There is a Reply-To but no To.',
    meets: ({ header }) => header('reply-to').length > 0 && header('to').length === 0,
  },
  {
    name: 'FREEMAIL_FROM',
    score: 1.6,
    description:
      'The sender address belongs to a free mail provider, whose DMARC policy rejects bulk mail of other servers.',
    meets: ({ from }) => freemail.test(from.address),
  },
  {
    name: 'FREEMAIL_REPLYTO',
    score: 1,
    description: 'Replies go to a free mail provider, but the sender address does not.',
    meets: ({ header, from }) =>
      freemail.test(one(header('reply-to')).replace(/[<>]/g, '')) && !freemail.test(from.address),
  },
  {
    name: 'FROM_NAME_IS_ADDRESS',
    score: 0.6,
    description: 'The name of the sender is an address that differs from the sender address.',
    meets: ({ from }) =>
      /\S@[^\s@.]+\.\S/.test(from.name) && !from.name.toLowerCase().includes(from.address.toLowerCase()),
  },
  {
    name: 'FROM_NO_NAME',
    score: 0.2,
    description: 'The sender has no name.',
    meets: ({ from }) => from.name.trim() === '',
  },
  {
    name: 'FROM_DIGITS',
    score: 0.8,
    description: 'The address of the sender has many digits.',
    meets: ({ from }) => /^[^@]*\d{5}/.test(from.address),
  },
  {
    name: 'NOREPLY',
    score: 0.2,
    description: 'The sender address accepts no replies.',
    meets: ({ from }) => /^(do-?not-?reply|no-?reply)@/i.test(from.address),
  },
  {
    name: 'NO_LIST_UNSUBSCRIBE',
    score: 1,
    description: 'There is no List-Unsubscribe, which large providers require of bulk mail.',
    meets: ({ header }) => header('list-unsubscribe').length === 0,
  },
  {
    name: 'NO_ONE_CLICK',
    score: 0.5,
    description: 'List-Unsubscribe does not offer one click (RFC 8058).',
    meets: ({ header }) => header('list-unsubscribe').length > 0 && header('list-unsubscribe-post').length === 0,
  },
  {
    name: 'TWO_HEADERS',
    score: 1.5,
    description: 'A header field that may occur only once occurs twice.',
    meets: ({ header }) =>
      ['from', 'to', 'subject', 'date', 'message-id', 'reply-to'].some((name) => header(name).length > 1),
  },
  {
    name: 'PRIORITY_HIGH',
    score: 0.8,
    description: 'The mail is marked as urgent.',
    meets: ({ header }) => /^[12]\b/.test(one(header('x-priority'))) || /high/i.test(one(header('importance'))),
  },
];
