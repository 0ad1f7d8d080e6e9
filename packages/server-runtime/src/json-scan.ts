import { badRequest } from './api-error.ts';
import type { Parts } from './turns.ts';

/** Nesting allowed in a JSON body. */
export const maxDepth = 64;
/** Values in a document, or in each item of a list: what is between two points where reading can pause. */
const maxValues = 100_000;
/** Objects and arrays in a whole document, which take much more memory than their text. */
const maxStructures = 1_000_000;
/** Characters that are scanned at once. */
const scanned = 131_072;
/** A part of a list ends after so many characters or values. */
const part = { characters: 65_536, values: 4000 };

/** The outline of a JSON document. */
export interface JsonOutline {
  /** Texts of the items of a list, between commas, by their ends; undefined if the document is no list. */
  parts: { start: number; end: number }[] | undefined;
  /** Items of the list. */
  items: number;
  /** Objects, arrays and other values of the whole document, or one less. */
  values: number;
  /** Approximate memory of the parsed value. */
  memory: number;
}

/**
 * Counts what a JSON document consists of before it is parsed, without checking its syntax, and divides a list into parts that
 * can be parsed one after the other.
 * @throws ApiError 400 if the document is nested too deeply, contains too much, or does not end with its root
 */
export function* scanJson(text: string): Parts<JsonOutline> {
  const isList = /[^ \t\r\n]/.exec(text)?.[0] === '[';
  const parts: { start: number; end: number }[] = [];
  let start = text.indexOf('[') + 1;
  let depth = 0;
  let items = 1;
  let structures = 0;
  let scalars = 0;
  /** Values in the current item, or in the document, and in the current part. */
  let values = 0;
  let ofPart = 0;
  let pause = scanned;
  let end = -1;
  for (let i = 0; i < text.length && end < 0; i++) {
    if (i >= pause) {
      yield;
      pause = i + scanned;
    }
    const c = text.charCodeAt(i);
    if (c === quote) i = endOfString(text, i);
    else if (c === 0x5d || c === 0x7d) {
      if (--depth === 0) end = i;
    } else if (c === 0x5b || c === 0x7b || c === 0x2c) {
      if (c === 0x2c) scalars++;
      else if (++depth > maxDepth) throw badRequest(`body must not be nested deeper than ${maxDepth} levels`);
      else if (++structures > maxStructures)
        throw badRequest(`body must have at most ${maxStructures} objects and arrays`);
      ofPart++;
      if (++values > maxValues)
        throw badRequest(`${isList ? `body[${items - 1}]` : 'body'} must have at most ${maxValues} values`);
      if (c !== 0x2c || depth !== 1 || !isList) continue;
      items++;
      values = 0;
      if (ofPart < part.values && i - start < part.characters) continue;
      parts.push({ start, end: i });
      start = i + 1;
      ofPart = 0;
    }
  }
  if (isList) {
    if (end < 0) throw notJson('Unexpected end of JSON input');
    const after = text.slice(end + 1).search(/[^ \t\r\n]/);
    if (after >= 0)
      throw notJson(`Unexpected non-whitespace character after JSON at ${positionOf(text, end + 1 + after)}`);
    parts.push({ start, end });
  }
  return {
    parts: isList ? parts : undefined,
    items,
    values: structures + scalars,
    memory: structures * 48 + scalars * 12 + text.length,
  };
}

const quote = 0x22;

/** Position of the closing quote of a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = start + 1; ; end++) {
    end = text.indexOf('"', end);
    if (end < 0) return text.length;
    let before = end;
    while (text.charCodeAt(before - 1) === 0x5c) before--;
    if ((end - before) % 2 === 0) return end;
  }
}

export const notJson = (message: string) => badRequest(`body must be a JSON document: ${message}`);

/** `position 17 (line 2 column 5)`, as in the messages of `JSON.parse`. */
export function positionOf(text: string, at: number): string {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', start)) {
    line++;
    start = i + 1;
  }
  return `position ${at} (line ${line} column ${at - start + 1})`;
}
