import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import type { AnswerKind } from '../../../tables.ts';
import { cutHead } from '../../reading/head.ts';
import { stripTags, toNotice } from '../../reading/notice.ts';
import { answerMark } from '../mark.ts';
import { type MailContent, readContent } from './content.ts';
import { readAnswerKind } from './kind.ts';
import { cutQuotingElements, ownWords } from './own-words.ts';

/** An answer to a mail, or why it cannot be read. */
export type AnswerReading = ReadAnswer | { fault: string };

export interface ReadAnswer {
  kind: AnswerKind;
  /** The same if the answer comes again. */
  fingerprint: string;
  /** As the answer says; anybody can write anything there. */
  from: { name: string; address: string };
  subject: string;
  /** Whether it was forwarded by us, or has gone from server to server too often: forwarding it would be a loop. */
  isLoop: boolean;
  /** Whole content; `undefined` if it is broken. */
  content: MailContent | undefined;
  /** The words of the writer, for a mail in place of a broken one. */
  words: string;
}

const limits = { maxNestingDepth: 16, maxHeadersSize: 64 * 1024 };
/** Fields of servers on the way (RFC 5321, section 6.3, wants loops to be found by so many). */
const maxHops = 50;

/** Reads an answer. Runs in a worker thread, on data of anybody. */
export async function readAnswer(mail: Uint8Array): Promise<AnswerReading> {
  let email: Email;
  try {
    email = await PostalMime.parse(cutHead(mail), { ...limits, forceRfc822Attachments: true });
  } catch (error) {
    return { fault: (error as Error).message };
  }
  const notice = toNotice(email);
  const words = wordsOf(email);
  const keys = email.headers.map(({ key }) => key);
  return {
    kind: readAnswerKind(notice, words),
    fingerprint: fingerprintOf(email, mail),
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    subject: (email.subject ?? '').replace(/[\r\n]+/g, ' ').slice(0, 500),
    isLoop: keys.includes(answerMark.toLowerCase()) || keys.filter((key) => key === 'received').length > maxHops,
    content: readContent(mail),
    words,
  };
}

const wordsOf = ({ text, html }: Email): string =>
  ownWords(text?.trim() ? text : stripTags(cutQuotingElements(html ?? '')));

/** By its Message-ID, or by all of a mail that has none. */
function fingerprintOf({ messageId }: Email, mail: Uint8Array): string {
  return createHash('sha256')
    .update(messageId?.trim() ? messageId.trim() : mail)
    .digest('base64url')
    .slice(0, 22);
}
