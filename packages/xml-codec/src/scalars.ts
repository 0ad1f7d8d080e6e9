import { shown } from './chars.ts';
import type { Reader } from './reader.ts';

/** Converts the text of a scalar; ignores surrounding white space. */

export function toInteger(reader: Reader, text: string): number {
  const value = plainDigits(text) ?? written(text, /^\s*[+-]?\d+\s*$/);
  return Number.isSafeInteger(value) ? value : wrong(reader, text, 'an integer up to ±9007199254740991');
}

export function toNumber(reader: Reader, text: string): number {
  const value = written(text, /^\s*[-+.\d][-+.\de]*\s*$/i);
  return Number.isFinite(value) ? value : wrong(reader, text, 'a number');
}

export function toBoolean(reader: Reader, text: string): boolean {
  if (text === 'true') return true;
  const [word, yes] = /^\s*(?:(true|1|yes)|false|0|no)\s*$/i.exec(text) ?? [];
  return word === undefined ? wrong(reader, text, 'true or false') : yes !== undefined;
}

/** A boolean where the word is `true` or `false`, or else a number. */
export function toLiteral(reader: Reader, text: string): number | boolean {
  return /^\s*(true|false)\s*$/.test(text) ? toBoolean(reader, text) : toNumber(reader, text);
}

/** One of some words in any case, as it is written there; other text stays, so that a validator can name it. */
export function toWord(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text;
  const folded = text.trim().toLowerCase();
  return words.find((word) => word.toLowerCase() === folded) ?? text;
}

/** Parses a number that matches `allowed`. JavaScript alone would also accept `0x1F` and an empty text. */
function written(text: string, allowed: RegExp): number {
  return allowed.test(text) ? Number(text) + 0 : Number.NaN;
}

/** One to nine digits: the common case. */
function plainDigits(text: string): number | undefined {
  const { length } = text;
  let value = 0;
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9 || length > 9) return undefined;
    value = value * 10 + digit;
  }
  return length > 0 ? value : undefined;
}

function wrong(reader: Reader, text: string, expected: string): never {
  return reader.fail('type', expected, shown(text), reader.valueAt);
}
