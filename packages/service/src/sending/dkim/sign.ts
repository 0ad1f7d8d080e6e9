import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { nameOf, splitFields } from '../../platform/mail/fields.ts';

/** A private key whose public half stands in the DNS under `{selector}._domainkey.{domain}` (RFC 6376, section 3.6). */
export interface DkimKey {
  domain: string;
  selector: string;
  /** RSA, or Ed25519 (RFC 8463). */
  privateKey: KeyObject;
}

/** Header fields that are signed if the message has them; both of RFC 8058, section 4, are among them. */
const signedFields = new Set([
  'from',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'precedence',
  'auto-submitted',
]);
const lineLength = 72;
const signAsync = promisify(sign);

/** A message, without the empty line between its header and its body. */
interface Message {
  /** Header lines, each with its CRLF. */
  head: string;
  body: string;
}

/**
 * The header line that signs a message (RFC 6376), header fields relaxed, the body as it is: ours is quoted-printable,
 * which nothing on the way changes. Signing itself runs in Node's thread pool.
 */
export async function dkimSignature({ head, body }: Message, key: DkimKey, now: Date): Promise<string> {
  const fields = splitFields(head).filter((field) => signedFields.has(nameOf(field)));
  const isEd25519 = key.privateKey.asymmetricKeyType === 'ed25519';
  const tags = [
    'v=1',
    `a=${isEd25519 ? 'ed25519' : 'rsa'}-sha256`,
    'c=relaxed/simple',
    `d=${key.domain}`,
    `s=${key.selector}`,
    `t=${Math.floor(now.getTime() / 1000)}`,
    `h=${fields.map(nameOf).join(':')}`,
    `bh=${bodyHash(body)}`,
  ];
  const line = `DKIM-Signature: ${tags.join(';\r\n ')};\r\n b=`;
  const data = Buffer.from([...fields, line].map(relaxed).join('\r\n'), 'utf8');
  const signature = isEd25519
    ? await signAsync(null, createHash('sha256').update(data).digest(), key.privateKey)
    : await signAsync('sha256', data, key.privateKey);
  const folded = signature
    .toString('base64')
    .match(new RegExp(`.{1,${lineLength}}`, 'g'))!
    .join('\r\n ');
  return `${line}${folded}\r\n`;
}

/** Section 3.4.3: empty lines at the end of the body count as one line end. */
function bodyHash(body: string): string {
  let end = body.length;
  while (body.endsWith('\r\n', end)) end -= 2;
  return createHash('sha256')
    .update(`${body.slice(0, end)}\r\n`, 'utf8')
    .digest('base64');
}

/** Section 3.4.2: the name in lower case, the value on one line with single spaces. */
function relaxed(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${nameOf(field)}:${value}`;
}
