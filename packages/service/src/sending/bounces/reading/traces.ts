import type { Email } from 'postal-mime';

/** Texts in a mail that may name the mail that it is about; whether this service has made them is for others to say. */
export interface Traces {
  /** Return paths and addresses for answers, unsubscribing or reports to which the mail was sent. */
  addresses: string[];
  /** Message-IDs, as far as the @, and values of their field, anywhere in the mail. */
  mailIds: string[];
  /** Those of them that the mail names as what it answers (RFC 5322, section 3.6.4). */
  answered: string[];
}

/** Fields in which servers note the address that a mail was delivered to. */
const addressFields = new Set([
  'to',
  'cc',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
]);
const address = /\b(?:[abu]\+(?:[0-9a-z]{1,10}\.){4}|r\+[0-9a-z]{1,10}\.)[0-9a-f]{20}@[\w.-]{1,255}/gi;
const mailId = /(?<![0-9a-z.+])(?:[0-9a-z]{1,10}\.){3,4}[0-9a-f]{20}(?![0-9a-z.])/gi;
const replyFields = new Set(['in-reply-to', 'references']);
const maxTraces = 5;

/** Finds them in the source, and in the decoded parts, where no encoding breaks them. */
export function findTraces(email: Email, head: Uint8Array): Traces {
  const fields = email.headers.filter(({ key }) => addressFields.has(key)).map(({ value }) => value);
  const replies = email.headers.filter(({ key }) => replyFields.has(key)).map(({ value }) => value);
  const parts = email.attachments.map(({ content }) => decode(content));
  const texts = [
    Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1'),
    email.text ?? '',
    ...parts,
  ];
  return { addresses: matches(address, fields), mailIds: matches(mailId, texts), answered: matches(mailId, replies) };
}

/** Returns different matches in the order of the texts. */
function matches(pattern: RegExp, texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [match] of text.matchAll(pattern)) {
      found.add(match.toLowerCase());
      if (found.size === maxTraces) return [...found];
    }
  }
  return [...found];
}

const decode = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1');
