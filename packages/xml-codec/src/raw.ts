import { XmlError } from './error.ts';
import { withDefaults } from './limits.ts';
import { lookUp, prefixOf } from './namespaces.ts';
import { type Output, putText } from './output.ts';
import { Reader } from './reader.ts';
import { wrong } from './writers.ts';

/** XML that is handed through as text, `x-xml-raw`. */

/**
 * Returns the unchanged text between the tags of the element whose start tag was read. Adds the namespace declarations of
 * outer elements that its elements use.
 */
export function rawText(reader: Reader): string {
  const { depth, pos } = reader;
  const isEmpty = reader.selfClosed;
  /** Declarations from outside that are used. */
  const used = new Map<string, string>();
  /** Behind the names of the outermost elements. */
  const tops: number[] = [];
  while (reader.depth >= depth) {
    if (reader.childOrText() === '') continue;
    if (reader.depth === depth + 1) tops.push(reader.nameAt);
    for (const name of [reader.tag, ...reader.keys.filter((key) => key.includes(':'))]) {
      const prefix = prefixOf(name);
      const binding = lookUp(reader.bindings, prefix);
      if (binding && binding.depth <= depth && binding.uri !== '') used.set(prefix, binding.uri);
    }
  }
  if (isEmpty) return '';
  const added = [...used].map(([prefix, uri]) => ` xmlns${prefix && ':'}${prefix}="${quoted(uri)}"`).join('');
  const ends = [...tops, reader.valueAt];
  return ends.map((end, i) => reader.xml.slice(ends[i - 1] ?? pos, end)).join(added);
}

/**
 * Writes raw XML.
 * @throws XmlError if the text cannot be the content of an element
 */
export function raw(out: Output, value: unknown, step: string): void {
  if (typeof value !== 'string') return void wrong(value, step, 'a string');
  const reader = new Reader(`<x>${value}</x>`, withDefaults({ depth: 256, text: Number.MAX_SAFE_INTEGER }));
  try {
    reader.root();
    reader.skip();
    reader.finish();
  } catch (error) {
    if (error instanceof XmlError) wrong(value, step, `well-formed XML (${error.reason})`);
    throw error;
  }
  putText(out, value.replaceAll('\r', '&#13;'));
}

function quoted(uri: string): string {
  return uri.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
