import { domainToASCII } from 'node:url';
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
import { escapeHeader } from '../text/escape.ts';

export interface Address {
  /** Display name; may be empty. */
  name: string;
  address: string;
}

const maxLine = 76;
/** Octets of an encoded-word of a text (RFC 2047, section 2 allows 75), so that the field's name fits beside the first. */
const maxWord = 52;
const printable = /^[\x20-\x7e]*$/;

/** A header line with its end (RFC 5322, section 2.2): no value gets out of it, and long ones are folded. */
export function headerLine(name: string, value: string): string {
  return `${foldLines(`${name}: ${escapeHeader(value)}`, maxLine)}\r\n`;
}

/** Octets of a word beside which a line has room for the name of its field. */
const longestWord = 900;

/** Reports whether readers would take a part for an encoded-word although somebody has written it so, or a word needs more than a line. */
const needsEncoding = (text: string) =>
  text.includes('=?') || text.split(' ').some((word) => word.length > longestWord);

/**
 * A header line with a text for people, such as a subject; what is not ASCII, would be read as an encoded-word, or has no place to
 * be folded becomes encoded-words (RFC 2047).
 */
export function textLine(name: string, text: string): string {
  const value = escapeHeader(text);
  return headerLine(name, printable.test(value) && !needsEncoding(value) ? value : encodeWord(value, 'Q', maxWord));
}

/** A header line with one address and its name. */
export function addressLine(header: string, { name, address }: Address): string {
  const phrase = phraseOf(escapeHeader(name).trim(), maxLine - header.length - ': '.length);
  return headerLine(header, phrase === '' ? mailbox(address) : `${phrase} <${mailbox(address)}>`);
}

/** As few encoded-words as can be: some readers, such as Python's before 3.13, put spaces between those of a name. */
function phraseOf(name: string, maxOctets: number): string {
  if (/^[\w ]*$/.test(name)) return name;
  return printable.test(name) && !needsEncoding(name)
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : encodeWord(name, 'Q', maxOctets);
}

/** An address with its domain in A-labels; the local part stays as it is (RFC 6532). */
export function mailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${escapeHeader(address.slice(0, at))}@${domainToASCII(domain) || domain}`;
}
