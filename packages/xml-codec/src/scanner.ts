import { copied } from './bytes.ts';
import { codeOf, ILLEGAL, NAME } from './chars.ts';
import type { ReaderState } from './reader-state.ts';

/** Scans the tokens of XML: names, white space, character data, references, comments. Reads each character once. */

/** The five entities. */
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** A name at a position of a document. */
const NAME_HERE = new RegExp(`${NAME}(?=[ \\t\\n/>=<]|$)`, 'uy');

/**
 * Constructs that start like a tag: opening text, closing text, and text that must not occur between them. CDATA occurs only
 * inside the root.
 */
const ASIDES = [
  ['<!--', '-->', anyOf('--|-$')],
  ['<?', '?>', anyOf(`^(?!${NAME}([ \\t\\n]|$))|^[xX][mM][lL]([ \\t\\n]|$)`)],
  ['<![CDATA[', ']]>', ILLEGAL],
] as const;

/** Text that must not occur in character data and in attribute values. */
const UNFIT_IN_TEXT = anyOf('\\]\\]>');
const UNFIT_IN_VALUE = anyOf('<');

function anyOf(pattern: string, flags = ''): RegExp {
  return new RegExp(`${pattern}|${ILLEGAL.source}`, `${flags}u`);
}

export function isSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 9;
}

export function space(reader: ReaderState): void {
  while (isSpace(reader.xml.charCodeAt(reader.pos))) reader.pos++;
}

export function name(reader: ReaderState): string {
  const { xml, pos } = reader;
  NAME_HERE.lastIndex = pos;
  if (!NAME_HERE.test(xml)) malformed(reader, 'a name');
  reader.pos = NAME_HERE.lastIndex;
  return xml.slice(pos, reader.pos);
}

/** Text up to the next tag, or to the end of a document whose root element has ended. */
export function characters(reader: ReaderState): string {
  let text = '';
  for (;;) {
    text += upTo(reader, 60);
    if (text.length > reader.limits.text) limit(reader, 'text');
    const second = reader.xml.charCodeAt(reader.pos + 1);
    if (second !== 33 && second !== 63) return text;
    text += aside(reader);
  }
}

/**
 * Up to the next tag, with nothing but white space. A CDATA section is passed over like a comment: real servers put some
 * between elements, and the protocol tests of restXml want that read.
 */
export function onlySpace(reader: ReaderState): void {
  const { xml } = reader;
  for (;;) {
    const { pos } = reader;
    if (/[^ \t\n]/.test(upTo(reader, 60))) reader.fail('unexpected', 'elements', 'text', pos);
    const second = xml.charCodeAt(reader.pos + 1);
    if (second !== 33 && second !== 63) return;
    aside(reader);
  }
}

/** The value of an attribute, from after its first quote to after the second. */
export function attributeValue(reader: ReaderState, quote: number): string {
  const value = upTo(reader, quote);
  if (value.length > reader.limits.text) limit(reader, 'text');
  reader.pos++;
  return value;
}

export function malformed(reader: ReaderState, expected: string | undefined, found?: string, at?: number): never {
  return reader.fail('malformed', expected, found, at);
}

export function countNode(reader: ReaderState): void {
  if (++reader.nodes > reader.limits.nodes) limit(reader, 'nodes');
}

export function limit(reader: ReaderState, what: keyof ReaderState['limits']): never {
  return reader.fail('limit', `at most ${reader.limits[what]} (limit of ${what})`, 'more');
}

/** Character data up to a `<` or a quote, references resolved. What stands for itself alone is cut out as it is. */
function upTo(reader: ReaderState, closing: number): string {
  const { xml, pos } = reader;
  const isText = closing === 60;
  let end = pos;
  let c = xml.charCodeAt(end);
  while (
    (c > 93 && c < 0xfffe) ||
    (c !== closing && (c > 31 ? c < 93 && c !== 38 && c !== 60 : isText && isSpace(c)))
  ) {
    c = xml.charCodeAt(++end);
  }
  if (c !== closing) return resolved(reader, closing);
  reader.pos = end;
  return xml.slice(pos, end);
}

/** The uncommon case: something does not stand for itself. */
function resolved(reader: ReaderState, closing: number): string {
  const { xml, pos, depth } = reader;
  const isText = closing === 60;
  const end = xml.indexOf(String.fromCharCode(closing), pos);
  // The engine remembers what a regular expression was last used on.
  const part = copied(xml.slice(pos, end < 0 ? xml.length : end));
  // White space in a value is a blank, unless written as a reference (XML 1.0, 3.3.3).
  const raw = isText ? part : part.replace(/[\t\n]/g, ' ');
  const unfit = raw.search(isText ? UNFIT_IN_TEXT : UNFIT_IN_VALUE);
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('&'); at >= 0 && (unfit < 0 || at < unfit); at = raw.indexOf('&', from)) {
    if (depth === 0) illegal(reader, pos + at);
    const end = raw.indexOf(';', at);
    text += raw.slice(from, at) + referred(reader, raw.slice(at + 1, Math.max(at + 1, end)), pos + at);
    if (text.length > reader.limits.text) limit(reader, 'text');
    from = end + 1;
  }
  if (unfit >= 0) illegal(reader, pos + unfit);
  reader.pos += raw.length;
  if (end < 0 && depth > 0) illegal(reader, xml.length);
  return text + raw.slice(from);
}

/** A CDATA section gives its text, a comment or instruction none. */
function aside(reader: ReaderState): string {
  const { xml, pos, depth } = reader;
  for (const [opening, closing, forbidden] of depth > 0 ? ASIDES : ASIDES.slice(0, 2)) {
    if (!xml.startsWith(opening, pos)) continue;
    const start = pos + opening.length;
    const end = xml.indexOf(closing, start);
    if (end < 0) malformed(reader, closing);
    const inside = xml.slice(start, end);
    const fault = inside.search(forbidden);
    if (fault >= 0) illegal(reader, start + fault, ` in ${opening}…${closing}`);
    reader.pos = end + closing.length;
    countNode(reader);
    return forbidden === ILLEGAL ? inside : '';
  }
  if (xml.startsWith('<!DOCTYPE', pos)) reader.fail('forbidden', undefined, 'a DOCTYPE');
  return malformed(reader, undefined, '<!');
}

function illegal(reader: ReaderState, at: number, where = ''): never {
  const character = reader.xml.slice(at, at + 1);
  return malformed(reader, undefined, character === '' ? 'the end of the document' : codeOf(character) + where, at);
}

/** The character that `&name;` stands for; the name is empty where no `;` ends it. */
function referred(reader: ReaderState, name: string, at: number): string {
  const entity = ENTITIES.get(name);
  if (entity) return entity;
  const code = /^#(x[\da-fA-F]+|\d+)$/.test(name) ? Number(name.replace('#', '0')) : 0;
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : '\0';
  if (!ILLEGAL.test(character)) return character;
  if (/^[^#; ][^; ]*$/.test(name)) reader.fail('forbidden', undefined, `the entity &${name};`, at);
  return malformed(reader, '&amp;', '&', at);
}
