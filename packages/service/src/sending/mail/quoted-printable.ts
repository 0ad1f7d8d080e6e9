import type { Template } from '../../templates/index.ts';

/** RFC 2045, section 6.7: encoded lines are not longer, the sign for a soft line break included. */
const maxLine = 76;
const softBreak = '=\r\n';
/**
 * Characters that must be encoded at the start of a line: a boundary of the message, a dot that SMTP would double, and `From
 * ` that mailboxes would change.
 */
const notAtStart = /^[-.F]/;
/** Characters that never need encoding. */
const plain = /^[\x21-\x3c\x3e-\x7e](?:[\x20-\x3c\x3e-\x7e]{0,70}[\x21-\x3c\x3e-\x7e])?$/;
const hexDigits = Buffer.from('0123456789ABCDEF');
const equalsSign = 0x3d;

/** Encodes a text as quoted-printable in UTF-8; line breaks of all kinds become CRLF. */
function quotedPrintable(text: string): string {
  if (plain.test(text) && !notAtStart.test(text)) return text;
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join('\r\n');
}

/** Encodes one line into bytes of a buffer: joining strings byte by byte takes ten times as long. */
function encodeLine(text: string): string {
  if (plain.test(text) && !notAtStart.test(text)) return text;
  const bytes = Buffer.from(text, 'utf8');
  // Three characters for each byte at most, and a soft break for each 73 of them at least.
  const encoded = Buffer.allocUnsafe(4 * bytes.length + softBreak.length);
  let length = 0;
  let column = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    let stays = staysAsItIs(byte, at === bytes.length - 1);
    if (column + (stays ? 1 : 3) > maxLine - 1) {
      length += encoded.write(softBreak, length, 'latin1');
      column = 0;
    }
    if (column === 0 && mustNotStart(byte)) stays = false;
    if (stays) {
      encoded[length++] = byte;
      column++;
    } else {
      encoded[length++] = equalsSign;
      encoded[length++] = hexDigits[byte >> 4]!;
      encoded[length++] = hexDigits[byte & 15]!;
      column += 3;
    }
  }
  return encoded.toString('latin1', 0, length);
}

function staysAsItIs(byte: number, last: boolean): boolean {
  const isSpace = byte === 0x20 || byte === 0x09;
  return isSpace ? !last : byte >= 0x21 && byte <= 0x7e && byte !== equalsSign;
}

/** Reports whether `notAtStart` matches the byte. */
const mustNotStart = (byte: number) => byte === 0x2d || byte === 0x2e || byte === 0x46;

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
