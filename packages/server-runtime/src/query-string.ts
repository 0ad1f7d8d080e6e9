import { badRequest } from './api-error.ts';
import { show } from './text.ts';

/**
 * Calls `each` for every pair of a query string, decoded; `+` and `%20` are spaces. `raw` is the value as it was sent.
 * @throws ApiError 400 for a wrong percent-encoding or bytes that are not UTF-8, unless `read` reads them
 */
export function eachPair(
  query: string,
  each: (name: string, value: string, raw: string) => void,
  read: (text: string, name?: string) => string = readerOf(query),
): void {
  let from = 0;
  while (from < query.length) {
    const to = endOf(query, '&', from, query.length);
    if (to > from) {
      const nameEnd = endOf(query, '=', from, to);
      const name = read(query.slice(from, nameEnd));
      const raw = nameEnd === to ? '' : query.slice(nameEnd + 1, to);
      each(name, raw === '' ? '' : read(raw, name), raw);
    }
    from = to + 1;
  }
}

/** Removes the pairs with the given names from a query string, which is otherwise unchanged, with a `&` after each pair. */
export function pairRemover(names: ReadonlySet<string>): (query: string) => string {
  /** A name that is encoded is longer, never shorter. */
  const shortest = Math.min(...[...names].map(({ length }) => length));
  return (query) => {
    const read = readerOf(query);
    let kept = '';
    /** Start of the current sequence of pairs that are kept. */
    let start = 0;
    for (let from = 0; from < query.length; ) {
      const to = endOf(query, '&', from, query.length);
      const nameEnd = endOf(query, '=', from, to);
      if (to === from || (nameEnd - from >= shortest && names.has(read(query.slice(from, nameEnd))))) {
        kept += query.slice(start, from);
        start = to + 1;
      }
      from = to + 1;
    }
    return start < query.length ? `${kept}${query.slice(start)}${query.endsWith('&') ? '' : '&'}` : kept;
  };
}

/** Position of the next occurrence of a character before `end`, otherwise `end`. */
function endOf(text: string, character: string, from: number, end: number): number {
  const at = text.indexOf(character, from);
  return at < 0 || at > end ? end : at;
}

/** Text without encoding needs no decoding. */
const readerOf = (query: string) => (query.includes('%') || query.includes('+') ? decode : asItIs);
const asItIs = (text: string): string => text;

/** @throws ApiError 400 for a wrong percent-encoding or bytes that are not UTF-8 */
export function decode(text: string, name?: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw badRequest(`${name ? show(name) : 'query string'} must be percent-encoded UTF-8 but was ${show(text)}`);
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes as browsers do (URL Standard, section 5.1): what is no percent-encoding stays, what is not UTF-8 becomes U+FFFD. */
export function decodeLeniently(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  const bytes = encoder.encode(text);
  let length = 0;
  for (let at = 0; at < bytes.length; length++) {
    const byte = bytes[at]!;
    const high = byte === percent ? hexDigit(bytes[at + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(bytes[at + 2]);
    bytes[length] = low >= 0 ? 16 * high + low : byte === plus ? space : byte;
    at += low >= 0 ? 3 : 1;
  }
  return utf8.decode(bytes.subarray(0, length));
}

const [percent, plus, space] = [0x25, 0x2b, 0x20];

/** Value of a hexadecimal digit; -1 for others. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

/** Returns the values of a query string by name, in their order. Unlike `URLSearchParams` of Node 24 and 26, takes linear time. */
export function valuesByName(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const add = (name: string, value: string) => {
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  };
  eachPair(query, add, decodeLeniently);
  return values;
}
