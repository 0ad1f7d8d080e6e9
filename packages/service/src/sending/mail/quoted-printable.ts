import type { Template } from '../../mailings/index.ts';

/** RFC 2045, section 6.7: encoded lines are not longer, the sign for a soft line break included. */
const maxLine = 76;
const softBreak = '=\r\n';
/**
 * What must not begin a line as it is: a boundary of the message, a dot that SMTP would double, and `From ` that mailboxes
 * would change.
 */
const notAtStart = /^[-.F]/;
/** What needs no encoding, wherever it stands. */
const plain = /^[\x21-\x3c\x3e-\x7e](?:[\x20-\x3c\x3e-\x7e]{0,70}[\x21-\x3c\x3e-\x7e])?$/;
const hex = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);

/** Encodes a text as quoted-printable in UTF-8; line breaks of all kinds become CRLF. */
function quotedPrintable(text: string): string {
  if (plain.test(text) && !notAtStart.test(text)) return text;
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join('\r\n');
}

function encodeLine(text: string): string {
  if (plain.test(text) && !notAtStart.test(text)) return text;
  const bytes = Buffer.from(text, 'utf8');
  let encoded = '';
  let line = '';
  for (let at = 0; at < bytes.length; at++) {
    let next = encodeByte(bytes[at]!, at === bytes.length - 1);
    if (line.length + next.length > maxLine - 1) {
      encoded += line + softBreak;
      line = '';
    }
    if (line === '' && notAtStart.test(next)) next = hex[bytes[at]!]!;
    line += next;
  }
  return encoded + line;
}

function encodeByte(byte: number, last: boolean): string {
  const isSpace = byte === 0x20 || byte === 0x09;
  const stays = isSpace ? !last : byte >= 0x21 && byte <= 0x7e && byte !== 0x3d;
  return stays ? String.fromCharCode(byte) : hex[byte]!;
}

/**
 * A template whose literals are encoded once, and whose values are encoded when they are filled in. Each piece begins a
 * line of its own behind a soft line break, so that nobody's data changes where the lines of others end.
 */
export function quotedPrintableTemplate<Recipient>({
  literals,
  substitutions,
}: Template<Recipient>): Template<Recipient> {
  const last = literals.length - 1;
  return {
    literals: literals.map((literal, at) => {
      const encoded = quotedPrintable(literal);
      return at === last || encoded === '' || encoded.endsWith('\r\n') ? encoded : encoded + softBreak;
    }),
    substitutions: substitutions.map((substitution) => (recipient) => {
      const value = substitution(recipient);
      return value === '' ? '' : quotedPrintable(value) + softBreak;
    }),
  };
}
