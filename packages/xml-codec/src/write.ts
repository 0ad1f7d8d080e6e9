import { codeOf, ILLEGAL, QNAME, shown } from './chars.ts';
import { reasonOf, XmlError, type XmlErrorCode } from './error.ts';
import { MAX_DEPTH } from './limits.ts';

/** Writers of scalars. `step` names the element or `@attribute`, for messages. */

export function text(value: unknown, step: string): string {
  if (typeof value !== 'string') return wrong(value, step, 'a string');
  const { length } = value;
  if (length > 64) return NEEDS_CARE.test(value) ? escaped(value, step) : value;
  for (let i = 0; i < length; i++) {
    const c = value.charCodeAt(i);
    if (c < 63 ? c < 32 || c === 38 || c >= 60 : c >= 0xd800) return escaped(value, step);
  }
  return value;
}

export function attribute(value: unknown, step: string): string {
  const plain = text(value, step);
  return /["\t\n]/.test(plain) ? plain.replace(/["\t\n]/g, (c) => `&#${c.charCodeAt(0)};`) : plain;
}

/** A carriage return cannot stand in a CDATA section: it would be read as a line feed. */
export function cdata(value: unknown, step: string): string {
  if (typeof value !== 'string') return wrong(value, step, 'a string');
  refuseIllegal(value, step);
  if (value === '') return '';
  return `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`;
}

export function integer(value: unknown, step: string): string {
  return Number.isSafeInteger(value) ? `${value}` : wrong(value, step, 'an integer up to ±9007199254740991');
}

/** Decimal digits alone: 1e21 is written with its zeros. */
export function number(value: unknown, step: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrong(value, step, 'a finite number');
  const [mantissa, exponent] = `${Math.abs(value)}`.split('e');
  if (exponent === undefined) return `${value}`;
  const sign = value < 0 ? '-' : '';
  // One digit stands before the point, and a positive exponent leaves none behind it.
  const digits = mantissa!.replace('.', '');
  const zeros = Number(exponent);
  return sign + (zeros > 0 ? digits.padEnd(1 + zeros, '0') : '0.'.padEnd(1 - zeros, '0') + digits);
}

export function boolean(value: unknown, step: string): string {
  return typeof value === 'boolean' ? `${value}` : wrong(value, step, 'true or false');
}

/** Ends an element; without content it is `<a/>`. `start` is all up to its `>`, `full` all up to its end tag. */
export function close(start: string, full: string, endTag: string): string {
  return full.length === start.length + 1 ? `${start}/>` : full + endTag;
}

export function object(value: unknown, step: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong(value, step, 'an object');
}

export function array(value: unknown, step: string): void {
  if (!Array.isArray(value)) wrong(value, step, 'an array');
}

/** Characters after which the text of the items so far is laid flat. */
export const PIECE = 500_000;

/**
 * The same text in one piece of memory. V8 keeps a sum of strings as a tree until somebody looks into it, and the tree of
 * 100 MB would keep the garbage collector busy. What a look finds has to matter, or the look is optimised away.
 */
export function flat(text: string): string {
  return text.charCodeAt(0) === LESS_THAN ? text : `${text}`;
}

const LESS_THAN = 60;

/** An own property: for keys that every object inherits, such as `constructor`. */
export function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** The key of a dictionary's entry, which becomes the name of an element; `taken` are those of the other properties. */
export function entryName(key: string, taken: readonly string[]): void {
  if (!QNAME.test(key) || key.includes(':') || taken.includes(key)) {
    throw refusal('unwritable', '', 'the name of a further element', shown(key));
  }
}

let depth = 0;

/** Forgets the depth of a value that could not be written. */
export function begin(): void {
  depth = 0;
}

/** One level further into a value of a recursive schema: it may hold itself. */
export function enter(): void {
  if (++depth > MAX_DEPTH) throw new XmlError('limit', reasonOf(`at most ${MAX_DEPTH} levels deep`, 'more'));
}

export function leave(): void {
  depth--;
}

/** Puts the steps before an error on its path: `throw within(error, 'mailing', 2)`. */
export function within(error: unknown, name: string, index?: number): unknown {
  if (!(error instanceof XmlError) || error.code === 'limit') return error;
  const step = index === undefined ? name : `${name}[${index + 1}]`;
  return new XmlError(error.code, error.reason, { path: `/${step}${error.path}`, expected: error.expected });
}

export function wrong(value: unknown, step: string, expected: string): never {
  const found = value === undefined ? undefined : shown(value);
  throw refusal(found === undefined ? 'missing' : 'type', step, expected, found);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const NEEDS_CARE = /[&<>\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]/;

/** One character at a time, which V8 does without leaving its fast path. */
function escaped(value: string, step: string): string {
  refuseIllegal(value, step);
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#13;');
}

function refuseIllegal(value: string, step: string): void {
  const [found] = ILLEGAL.exec(value) ?? [];
  if (found !== undefined) throw refusal('unwritable', step, undefined, codeOf(found));
}

/** Steps to come before are put there by `within`. */
function refusal(code: XmlErrorCode, step: string, expected: string | undefined, found: string | undefined): XmlError {
  return new XmlError(code, reasonOf(expected, found), { path: step && `/${step}`, expected });
}
