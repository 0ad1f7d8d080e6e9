import { isUtf8 } from 'node:buffer';
import PostalMime, { type Email } from 'postal-mime';
import { describeContent } from '../../platform/mail/describe-content.ts';
import { faultOf } from '../../platform/mail/message-gate.ts';
import { encodeForTransfer, splitEntity } from '../../platform/mail/transfer-encoding.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { readHeader } from './submitted-header.ts';

/** A message as a program submits it: what the service must know of it, and what goes on. */
export interface SubmittedMessage {
  from: { email: string; name: string };
  /** Address of the field Sender; `undefined` if there is none. */
  sender: string | undefined;
  subject: string;
  /** Display names by address in lower case. */
  names: Map<string, string>;
  tags: string[];
  attachments: { filename: string; octets: number }[];
  message: { head: string; body: string; named: string[] };
}

/** A message, or the SMTP reply with which it is refused. */
export type MessageReading = SubmittedMessage | { refusal: string };

const limits = { maxNestingDepth: 16, maxHeadersSize: 64 * 1024 };
const maxAttachments = 10;
const maxTags = 10;
const maxText = 1_000_000;
const tag = /^[^\s,]{1,64}$/;

/** Reads a submitted message. Runs in a worker thread, on data of anybody who has a key. */
export async function readMessage(message: Uint8Array): Promise<MessageReading> {
  let email: Email;
  try {
    email = await PostalMime.parse(message, { ...limits, attachmentEncoding: 'arraybuffer' });
  } catch (error) {
    return { refusal: `5.6.0 The message cannot be read: ${(error as Error).message}` };
  }
  const { from, subject = '', html, text, attachments } = email;
  if (!from?.address) return { refusal: '5.6.0 The header field From must have one address' };
  if (attachments.length > maxAttachments) return { refusal: `5.3.4 More than ${maxAttachments} attachments` };
  if ((html?.length ?? 0) > maxText || (text?.length ?? 0) > maxText) return { refusal: '5.3.4 The text is too long' };
  const tags = readTags(email);
  if (tags === undefined) return { refusal: `5.6.0 X-Tag must have at most ${maxTags} words of 64 characters` };
  const passed = passOn(message, { name: from.name, address: from.address });
  if ('refusal' in passed) return passed;
  const { to = [], cc = [] } = email;
  const named = [...to, ...cc].flatMap((each) => (each.group ? each.group : [each]));
  return {
    from: { email: from.address, name: from.name },
    sender: email.sender?.address,
    subject: subject.replace(/[\r\n]+/g, ' '),
    names: new Map(named.flatMap(({ address, name }) => (address && name ? [[address.toLowerCase(), name]] : []))),
    tags,
    attachments: attachments.map(({ filename, content }) => ({
      filename: filename ?? '',
      octets: (content as ArrayBuffer).byteLength,
    })),
    message: { ...passed, named: named.flatMap(({ address }) => parseEmail(address ?? '')?.folded ?? []) },
  };
}

/** Returns the message as it goes on, its octets changed only where not every server takes them. */
function passOn(
  message: Uint8Array,
  from: { name: string; address: string },
): { head: string; body: string } | { refusal: string } {
  const whole = splitEntity(
    Buffer.from(message)
      .toString('latin1')
      .replace(/\r\n|\r|\n/g, '\r\n'),
  );
  const header = readHeader(whole.head, from);
  if ('refusal' in header) return header;
  const { head, body } = encodeForTransfer(describeContent(header.head, whole.body));
  const octets = Buffer.from(`${head}\r\n${body}`, 'latin1');
  const rest = 'Parts that are signed or encrypted are not changed.';
  if (octets.includes(0)) return { refusal: `5.6.0 The mail has a NUL. ${rest}` };
  const fault = faultOf(octets);
  if (fault !== undefined) return { refusal: `5.6.0 ${fault} ${rest}` };
  if (!isUtf8(octets)) return { refusal: `5.6.0 The mail has octets that are neither encoded nor UTF-8. ${rest}` };
  const [utf8Head, utf8Body] = [head, body].map((text) => Buffer.from(text, 'latin1').toString('utf8'));
  return { head: utf8Head!, body: utf8Body! };
}

/** Words of the header fields X-Tag, separated by commas; `undefined` if there are too many or one is none. */
function readTags({ headers }: Email): string[] | undefined {
  const values = headers.flatMap(({ key, value }) => (key === 'x-tag' ? value.split(',') : []));
  const tags = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
  return tags.length <= maxTags && tags.every((each) => tag.test(each)) ? tags : undefined;
}
