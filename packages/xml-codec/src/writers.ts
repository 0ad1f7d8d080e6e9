import { codeOf, ILLEGAL, QNAME, shown } from './chars.ts';
import { reasonOf, XmlError, type XmlErrorCode } from './error.ts';
import { MAX_DEPTH } from './limits.ts';
import { type Fixed, fixed, grow, type Output, put, putText } from './output.ts';

/** Writers of scalars. `step` names the element or `@attribute`, for messages. */

export function text(out: Output, value: unknown, step: string): void {
  if (typeof value !== 'string') wrong(value, step, 'a string');
  if (value.length > LONG || !putPlain(out, value)) putText(out, NEEDS_CARE.test(value) ? escaped(value, step) : value);
}

/** Reports whether a text is written: it is ASCII and stands for itself. */
function putPlain(out: Output, value: string): boolean {
  const { length } = value;
  if (out.at + length > out.bytes.length) grow(out, length);
  const { bytes, at } = out;
  for (let i = 0; i < length; i++) {
    const c = value.charCodeAt(i);
    if (c < 63 ? c < 32 || c === 38 || c >= 60 : c >= 128) return false;
    bytes[at + i] = c;
  }
  out.at += length;
  return true;
}

export function attribute(out: Output, value: unknown, step: string): void {
  if (typeof value === 'string' && /["\t\n]/.test(value)) {
    putText(
      out,
      escaped(value, step).replace(/["\t\n]/g, (c) => `&#${c.charCodeAt(0)};`),
    );
  } else text(out, value, step);
}

/** A carriage return cannot stand in a CDATA section: it would be read as a line feed. */
export function cdata(out: Output, value: unknown, step: string): void {
  if (typeof value !== 'string') wrong(value, step, 'a string');
  refuseIllegal(value, step);
  if (value === '') return;
  putText(out, `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[')}]]>`);
}

export function integer(out: Output, value: unknown, step: string): void {
  if (!Number.isSafeInteger(value)) wrong(value, step, 'an integer up to ±9007199254740991');
  const whole = value as number;
  if (whole < 0 || whole > MOST_DIGITS) putText(out, `${whole}`);
  else putDigits(out, whole);
}

/** Up to which integers fit into the registers of the machine. */
const MOST_DIGITS = 0x3fff_ffff;

function putDigits(out: Output, value: number): void {
  if (out.at + 10 > out.bytes.length) grow(out, 10);
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  const { bytes } = out;
  out.at += digits;
  let rest = value;
  for (let p = out.at; digits > 0; digits--) {
    const tenth = (rest / 10) | 0;
    bytes[--p] = 48 + rest - tenth * 10;
    rest = tenth;
  }
}

/** Decimal digits alone: 1e21 is written with its zeros. */
export function number(out: Output, value: unknown, step: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) wrong(value, step, 'a finite number');
  putText(out, digitsOf(value as number));
}

/** The decimal digits of a number, without an exponent. */
export function digitsOf(value: number): string {
  const [mantissa, exponent] = `${Math.abs(value)}`.split('e');
  if (exponent === undefined) return `${value}`;
  const sign = value < 0 ? '-' : '';
  // One digit stands before the point, and a positive exponent leaves none behind it.
  const digits = mantissa!.replace('.', '');
  const zeros = Number(exponent);
  return sign + (zeros > 0 ? digits.padEnd(1 + zeros, '0') : '0.'.padEnd(1 - zeros, '0') + digits);
}

export function boolean(out: Output, value: unknown, step: string): void {
  if (typeof value !== 'boolean') wrong(value, step, 'true or false');
  put(out, value ? TRUE : FALSE);
}

const TRUE = /* @__PURE__ */ fixed('true');
const FALSE = /* @__PURE__ */ fixed('false');

/** Characters of a text from which on native code is faster than a loop. */
const LONG = 100;

/** Ends an element whose start tag ended at `from`; without content it becomes `<a/>`. */
export function close(out: Output, from: number, endTag: Fixed): void {
  const isEmpty = out.at === from;
  if (isEmpty) out.at--;
  put(out, isEmpty ? EMPTY : endTag);
}

const EMPTY = /* @__PURE__ */ fixed('/>');

export function object(value: unknown, step: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong(value, step, 'an object');
}

export function array(value: unknown, step: string): void {
  if (!Array.isArray(value)) wrong(value, step, 'an array');
}

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

/** One level further into a value of a recursive schema: it may hold itself. */
export function enter(out: Output): void {
  if (++out.depth > MAX_DEPTH) throw new XmlError('limit', reasonOf(`at most ${MAX_DEPTH} levels deep`, 'more'));
}

export function leave(out: Output): void {
  out.depth--;
}

/** Prepends steps to the path of an error: `throw within(error, 'mailing', 2)`. */
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
