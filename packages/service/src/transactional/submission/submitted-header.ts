import { isAscii, isUtf8 } from 'node:buffer';
import { addressParser, decodeWords } from 'postal-mime';
import { nameOf, splitFields, unfoldedValue } from '../../platform/mail/fields.ts';
import { type Address, addressLine, headerLine, textLine } from '../../platform/mail/header.ts';

/** Fields that stay with the service: its own, those that hide recipients, and what tells of the program and its machine. */
const kept = new Set([
  'bcc',
  'resent-bcc',
  'return-path',
  'x-tag',
  'received',
  'x-mailer',
  'user-agent',
  'x-originating-ip',
  'dkim-signature',
  'authentication-results',
  'arc-seal',
  'arc-message-signature',
  'arc-authentication-results',
]);

/** Fields that a message has at most once (RFC 5322, section 3.6), or of which a receiver could read another one than we have. */
const single = new Set([
  'from',
  'sender',
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
const addressFields = new Map([
  ['reply-to', 'Reply-To'],
  ['to', 'To'],
  ['cc', 'Cc'],
]);
const fieldName = /^[!-9;-~]+:/;
const maxLine = 998;

/** Makes a header that can go on, or says why not. */
export type HeaderReading = { head: string } | { refusal: string };

/**
 * Returns the header fields of a message that go on with it, with From and Sender as they were read: no receiver may see another
 * sender than the one that was checked. Characters beside ASCII become encoded words.
 * @param head one character for each octet, as in the result
 */
export function readHeader(head: string, sender: { name: string; address: string }): HeaderReading {
  // Some readers take a name with a space behind it for the end of the header.
  const fields = splitFields(head).map((field) => field.replace(/^([!-9;-~]+)[ \t]+:/, '$1:'));
  const seen = new Set<string>();
  const lines: string[] = [];
  const addresses = Map.groupBy(fields.filter(isAddressField), nameOf);
  for (const field of fields) {
    const name = nameOf(field);
    if (!fieldName.test(field)) return { refusal: `5.6.0 "${field.slice(0, 60)}" is not a header field` };
    if (single.has(name) && seen.has(name))
      return { refusal: `5.6.0 The message has two header fields ${field.slice(0, field.indexOf(':'))}` };
    const isFirst = !seen.has(name);
    seen.add(name);
    if (kept.has(name) || name === 'message-id' || (isAddressField(field) && !isFirst)) continue;
    const one = name === 'from' || name === 'sender' ? addressesIn(field) : undefined;
    if (one && one.length !== 1)
      return { refusal: `5.6.0 The header field ${name === 'from' ? 'From' : 'Sender'} must have one address` };
    if (name === 'from') lines.push(addressLine('From', sender));
    else if (one) lines.push(addressLine('Sender', one[0]!));
    else if (isAddressField(field)) lines.push(addressField(addressFields.get(name)!, addresses.get(name)!));
    else lines.push(passedField(field));
  }
  const messageId = fields.find((field) => nameOf(field) === 'message-id');
  const thread = messageId && !seen.has('references') && !seen.has('in-reply-to') ? unfoldedValue(messageId) : '';
  // The mail gets another Message-ID; mails that refer to this one stay in its thread.
  if (/^<[!-~]+>$/.test(thread)) lines.push(headerLine('References', thread));
  return { head: Buffer.from(lines.join('')).toString('latin1') };
}

const isAddressField = (field: string) => addressFields.has(nameOf(field));

/** Joins the addresses of fields of one name; a single one in ASCII stays as it is. */
function addressField(name: string, fields: readonly string[]): string {
  if (fields.length === 1 && isSafe(fields[0]!)) return `${fields[0]}\r\n`;
  const mailboxes = fields.flatMap(addressesIn).map((each) =>
    addressLine(name, each)
      .slice(name.length + 1)
      .trim(),
  );
  return `${name}: ${mailboxes.join(',\r\n ')}\r\n`;
}

/** Encoded words of names may hold commas, so that they are decoded behind the split. */
const addressesIn = (field: string): Address[] =>
  addressParser(decoded(unfoldedValue(field)), { flatten: true }).map(({ name, address = '' }) => ({
    name: decodeWords(name),
    address,
  }));

function passedField(field: string): string {
  const name = field.slice(0, field.indexOf(':')).trimEnd();
  if (!isAscii(Buffer.from(field, 'latin1'))) return textLine(name, decoded(unfoldedValue(field)));
  return isSafe(field) ? `${field}\r\n` : headerLine(name, unfoldedValue(field));
}

const isSafe = (field: string) =>
  isAscii(Buffer.from(field, 'latin1')) &&
  !field.includes('\0') &&
  // Some readers take a line of spaces for the end of the header.
  field.split('\r\n').every((line) => line.length <= maxLine && line.trim() !== '');

/** Programs that do not encode their headers write them in UTF-8, old ones in Latin-1. */
function decoded(octets: string): string {
  const bytes = Buffer.from(octets, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : octets;
}
