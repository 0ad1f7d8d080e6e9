import { toText } from './bytes.ts';
import { XmlError } from './error.ts';
import { type DecodeOptions, withDefaults } from './limits.ts';
import { uriOf } from './namespaces.ts';
import { Reader } from './reader.ts';
import { begin, within } from './write.ts';

/** JSON-style values of one type to XML documents and back. */
export interface XmlCodec<T> {
  /**
   * @param xml a whole document; bytes must be UTF-8
   * @throws {XmlError} when the document is not well-formed, too large, or not of the schema
   */
  decode(xml: string | Uint8Array, options?: DecodeOptions): T;
  /**
   * @returns a document with XML declaration, without white space between elements
   * @throws {XmlError} when the value is not of the schema, or holds what XML cannot carry
   */
  encode(value: T): string;
}

/**
 * The reading half, by itself, so that a bundle need not hold the other one.
 *
 * @param uri namespace of the root; '' where the description names none, and any will do
 * @param read starts after the root's start tag
 */
export function defineDecoder<T>(roots: readonly string[], uri: string, read: (r: Reader) => T): XmlCodec<T>['decode'] {
  return (xml, options) => {
    const reader = new Reader(toText(xml), withDefaults(options));
    const root = reader.root();
    if (!roots.includes(root)) reader.fail('root', roots.join(' or '), root, reader.nameAt);
    if (uri !== '' && !reader.in(uri))
      reader.fail('root', `${root} of ${uri}`, `one of ${uriOf(reader) || 'no namespace'}`, reader.nameAt);
    const value = read(reader);
    reader.finish();
    return value;
  };
}

/** The writing half. `write` appends the root element. */
export function defineEncoder<T>(root: string, write: (out: string, value: T) => string): XmlCodec<T>['encode'] {
  return (value) => {
    begin();
    try {
      return write('<?xml version="1.0" encoding="UTF-8"?>', value);
    } catch (error) {
      if (error instanceof RangeError) throw new XmlError('limit', 'longer than a string can be');
      throw within(error, root);
    }
  };
}
