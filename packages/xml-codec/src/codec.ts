import { toText } from './bytes.ts';
import { XmlError } from './error.ts';
import { type DecodeOptions, withDefaults } from './limits.ts';
import { uriOf } from './namespaces.ts';
import { fixed, type Output, put, withOutput } from './output.ts';
import { Reader } from './reader.ts';
import { within } from './writers.ts';

/** JSON-style values of one type to XML documents and back. */
export interface XmlCodec<T> {
  /**
   * @param xml a whole document; bytes must be UTF-8
   * @throws {XmlError} when the document is not well-formed, too large, or not of the schema
   */
  decode(xml: string | Uint8Array, options?: DecodeOptions): T;
  /**
   * The same for a list, item by item: yields the items of a bounded part of the document, perhaps none, and continues with
   * the next part when asked to. Absent if the root element is no list.
   *
   * @throws {XmlError} as `decode`; `limits.nodes` holds for each part
   */
  decodeParts?(xml: string | Uint8Array, options?: DecodeOptions): Generator<T, void>;
  /**
   * @returns a document with XML declaration, without white space between elements
   * @throws {XmlError} when the value is not of the schema, or holds what XML cannot carry
   */
  encode(value: T): string;
  /** Encodes to UTF-8 bytes without an intermediate string. */
  encodeBytes(value: T): Uint8Array;
}

/**
 * The reading half, by itself, so that a bundle need not hold the other one.
 *
 * @param uri namespace of the root; '' where the description names none, and any will do
 * @param read starts after the root's start tag
 */
export function defineDecoder<T>(roots: readonly string[], uri: string, read: (r: Reader) => T): XmlCodec<T>['decode'] {
  return (xml, options) => {
    const reader = new Reader(toText(xml, options?.encoding), withDefaults(options));
    readRoot(reader, roots, uri);
    const value = read(reader);
    reader.finish();
    return value;
  };
}

/** Reads the start tag of the root element. */
export function readRoot(reader: Reader, roots: readonly string[], uri: string): void {
  const root = reader.root();
  if (!roots.includes(root)) reader.fail('root', roots.join(' or '), root, reader.nameAt);
  if (uri !== '' && !reader.in(uri))
    reader.fail('root', `${root} of ${uri}`, `one of ${uriOf(reader) || 'no namespace'}`, reader.nameAt);
}

/**
 * The writing half.
 *
 * @param root name of the root element, for messages
 * @param write appends the root element
 */
export function defineEncoder<T>(root: string, write: Write<T>): XmlCodec<T>['encode'] {
  return (value) => encoded(root, write, value, (document) => decoder.decode(document));
}

/** Returns the function that encodes to UTF-8 without an intermediate string. */
export function defineByteEncoder<T>(root: string, write: Write<T>): XmlCodec<T>['encodeBytes'] {
  return (value) => encoded(root, write, value, (document) => new Uint8Array(document));
}

type Write<T> = (out: Output, value: T) => void;

/** @param take makes the result while the document is there: the next one takes its place */
function encoded<T, R>(root: string, write: Write<T>, value: T, take: (document: Uint8Array) => R): R {
  return withOutput((out) => {
    try {
      put(out, DECLARATION);
      write(out, value);
      return take(out.bytes.subarray(0, out.at));
    } catch (error) {
      if (isTooLong(error)) throw new XmlError('limit', 'longer than a string can be');
      throw within(error, root);
    }
  });
}

const DECLARATION = /* @__PURE__ */ fixed('<?xml version="1.0" encoding="UTF-8"?>');
const decoder = /* @__PURE__ */ new TextDecoder();

/** Reports whether an engine ran out of memory or exceeded its longest string; each has an error of its own for that. */
function isTooLong(error: unknown): boolean {
  return error instanceof RangeError || (error as { code?: unknown } | undefined)?.code === 'ERR_STRING_TOO_LONG';
}
