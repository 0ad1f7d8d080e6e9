import { addressLine, headerLine, textLine } from '../../../platform/mail/header.ts';
import { encodeForTransfer } from '../../../platform/mail/transfer-encoding.ts';
import { parseEmail } from '../../../platform/text/email.ts';
import { answerMark } from './mark.ts';
import type { ReadAnswer } from './reading/read-answer.ts';

/** The contact whose answer is forwarded, and whose account does it. */
export interface Forwarded {
  account: { id: number; name: string; domain: string };
  mailingId: number;
  contact: { email: string; name: string };
}

/** A mail to the person who reads answers. Lines end in CRLF. */
export interface ForwardedMail {
  sender: string;
  senderName: string;
  subject: string;
  message: { head: string; body: string; named: string[] };
}

/** Reports whether an answer is one that a person has to read and can get: neither the writer nor a loop gets it. */
export function isForwarded(
  { kind, from }: Pick<ReadAnswer, 'kind' | 'from'>,
  contact: string,
  { forwardTo, acts }: { forwardTo: string; acts: boolean },
): boolean {
  if (kind !== 'human' && (kind !== 'unsubscribe' || acts)) return false;
  const to = parseEmail(forwardTo)?.folded;
  return ![contact, from.address].some((address) => parseEmail(address)?.folded === to);
}

/**
 * Makes the mail that forwards an answer: its content as it came, from a sender of the account, because the domain of the writer has not
 * signed it. Answering it goes to the address of the contact, whatever the answer says of its sender.
 */
export function composeForward(answer: ReadAnswer, { account, mailingId, contact }: Forwarded): ForwardedMail {
  const sender = `no-reply@${account.domain}`;
  const senderName = `${writerOf(answer, contact)} via ${account.name}`;
  const subject = answer.kind === 'unsubscribe' ? `[unsubscribe] ${answer.subject}` : answer.subject;
  const { fields, body } = answer.content ?? contentOf(answer.words);
  const head = [
    addressLine('From', { name: senderName, address: sender }),
    addressLine('Reply-To', { name: contact.name, address: contact.email }),
    textLine('Subject', subject),
    headerLine(answerMark, `${account.id}.${mailingId}`),
    fields,
  ].join('');
  return { sender, senderName, subject, message: { head, body, named: [] } };
}

/** Names the writer as the answer does, with the address if it is not the one that the mail went to. */
function writerOf({ from }: ReadAnswer, contact: { email: string; name: string }): string {
  const isOther = parseEmail(from.address)?.folded !== parseEmail(contact.email)?.folded;
  const name = from.name.slice(0, 100) || contact.name || contact.email;
  return isOther && from.address !== '' ? `${name} (${from.address.slice(0, 254)})` : name;
}

function contentOf(words: string): { fields: string; body: string } {
  const octets = Buffer.from(words.replace(/\r\n|\r|\n/g, '\r\n'), 'utf8').toString('latin1');
  const type = 'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n';
  const { head, body } = encodeForTransfer({ head: type, body: octets });
  return { fields: head, body };
}
