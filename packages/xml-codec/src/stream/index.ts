import { declarationBytes, declaredEncoding } from '../bytes.ts';
import { reasonOf, XmlError } from '../error.ts';
import { type DecodeOptions, MAX_DEPTH, withDefaults } from '../limits.ts';
import { Reader } from '../reader.ts';
import { ElementScanner, type Found } from './scanner.ts';

/** Elements of documents that do not fit in memory. */

export interface ElementsOptions<Item> extends DecodeOptions {
  /** Local names from the root to the elements: `['contacts', 'contact']`. */
  path: readonly [root: string, ...names: [string, ...string[]]];
  /** Namespace of the elements, where it is another than their parent's. */
  namespace?: string | undefined;
  /** Reads one element as a document of its own: `decodeContact`, or `decode` of a codec. */
  decode(xml: string, options?: DecodeOptions): Item;
  /** Most characters of one element, and of the rest of the document; 8,000,000 by default. */
  maxElement?: number | undefined;
}

type Source = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>;

const MAX_ELEMENT = 8_000_000;

/**
 * Reads the elements of one path, one after the other, in memory that does not grow with the document. What it returns at
 * the end is the document without them, for the codec of the whole; it was read, so that it is well-formed.
 *
 * @example
 * const contacts = readElements(response.body, { path: ['contacts', 'contact'], decode: decodeContact });
 * for await (const contact of contacts) console.log(contact.email);
 * @throws {XmlError} from the iterator; line and column are those in the whole document
 */
export async function* readElements<Item>(
  source: Source,
  { path, namespace, decode, maxElement = MAX_ELEMENT, ...options }: ElementsOptions<Item>,
): AsyncGenerator<Item, string, undefined> {
  const scanner = new ElementScanner({ path, namespace, most: maxElement });
  const parent = `/${path.slice(0, -1).join('/')}`;
  const limits = { ...options, encoding: undefined };
  for await (const text of textOf(source, options.encoding)) for (const found of scanner.push(text)) yield read(found);
  for (const found of scanner.end()) yield read(found);
  const rest = scanner.rest();
  const reader = new Reader(rest, withDefaults({ ...options, depth: MAX_DEPTH, text: Number.MAX_SAFE_INTEGER }));
  reader.root();
  reader.skip();
  reader.finish();
  return rest;

  function read(found: Found): Item {
    try {
      return decode(found.xml, limits);
    } catch (error) {
      throw error instanceof XmlError ? inWhole(error, found, parent) : error;
    }
  }
}

/** The error of an element with its place in the whole document. */
function inWhole({ code, reason, path, expected, ...place }: XmlError, found: Found, parent: string): XmlError {
  const [, name = '', below = ''] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
  const whole = `${parent}/${name}${found.index > 1 ? `[${found.index}]` : ''}${below}`;
  const { line = 1, column = 1 } = place;
  const shift = column > found.nameEnd ? found.added : 0;
  return new XmlError(code, reason, {
    path: whole,
    expected,
    line: found.line + line - 1,
    column: line === 1 ? found.column + column - 1 - shift : column,
  });
}

/** The text of a source in pieces, line ends made line feeds; a piece never ends between the two characters of one. */
async function* textOf(source: Source, encoding?: string): AsyncGenerator<string> {
  if (encoding === 'declared') {
    const start = await startOf(iterable(source));
    yield* textOf(start.chunks, declaredEncoding(start.bytes));
    return;
  }
  const decoder = decoderOf(encoding);
  let held = '';
  const piece = (text: string) => {
    const all = held + text;
    held = all.endsWith('\r') ? '\r' : '';
    return (held === '' ? all : all.slice(0, -1)).replace(/\r\n?/g, '\n');
  };
  try {
    for await (const chunk of iterable(source))
      yield piece(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    yield `${piece(decoder.decode())}${held && '\n'}`;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw wrongEncoding(encoding);
  }
}

const wrongEncoding = (expected = 'utf-8') => new XmlError('encoding', reasonOf(expected, undefined), { expected });

/** @throws {XmlError} for a name that TextDecoder does not know */
function decoderOf(encoding: string | undefined): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw wrongEncoding(encoding);
  }
}

/** Takes the bytes that say which encoding a document has, and returns them with all chunks; text needs no encoding. */
async function startOf(
  source: AsyncGenerator<Uint8Array | string>,
): Promise<{ bytes: Uint8Array; chunks: AsyncIterable<Uint8Array | string> }> {
  const taken: (Uint8Array | string)[] = [];
  const bytes: number[] = [];
  while (bytes.length < declarationBytes) {
    const { done, value } = await source.next();
    if (done) break;
    taken.push(value);
    if (typeof value === 'string') break;
    bytes.push(...value.subarray(0, declarationBytes));
  }
  async function* chunks() {
    yield* taken;
    yield* source;
  }
  return { bytes: Uint8Array.from(bytes), chunks: chunks() };
}

/** Some browsers have streams that are not iterable. */
async function* iterable(source: Source): AsyncGenerator<Uint8Array | string> {
  if (Symbol.asyncIterator in source) {
    yield* source;
    return;
  }
  const reader = (source as ReadableStream<Uint8Array>).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
