import type { Reader } from './reader.ts';

/** What the text of a scalar means; `undefined` when it does not have the form of the type. White space around it does not count. */

export function parseInteger(text: string): number | undefined {
  // One to nine plain digits: the common case.
  if (text.length < 10 && text.length > 0) {
    let value = 0;
    let i = 0;
    for (; i < text.length; i++) {
      const digit = text.charCodeAt(i) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (i === text.length) return value;
  }
  return /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) + 0 : undefined;
}

export function parseNumber(text: string): number | undefined {
  return /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(text) ? Number(text) + 0 : undefined;
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
]);

export function parseBoolean(text: string): boolean | undefined {
  return BOOLEANS.get(text) ?? BOOLEANS.get(text.trim().toLowerCase());
}

export function toInteger(reader: Reader, text: string): number {
  const value = parseInteger(text);
  if (value === undefined) return wrong(reader, text, 'an integer');
  if (!Number.isSafeInteger(value)) {
    reader.fail(
      'type',
      `the integer ${shown(text)} is beyond ±9007199254740991`,
      reader.valueAt,
      'an integer up to ±9007199254740991',
    );
  }
  return value;
}

export function toNumber(reader: Reader, text: string): number {
  const value = parseNumber(text);
  if (value === undefined || !Number.isFinite(value)) return wrong(reader, text, 'a number');
  return value;
}

export function toBoolean(reader: Reader, text: string): boolean {
  return parseBoolean(text) ?? wrong(reader, text, 'true or false');
}

function wrong(reader: Reader, text: string, expected: string): never {
  return reader.fail('type', `must be ${expected}, not ${shown(text)}`, reader.valueAt, expected);
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
