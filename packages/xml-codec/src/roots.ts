import { toText } from './bytes.ts';
import type { XmlCodec } from './codec.ts';
import { reasonOf, XmlError } from './error.ts';
import { withDefaults } from './limits.ts';
import type { RootVariant } from './plan/model.ts';
import { Reader } from './reader.ts';

/** One of several kinds of document, by the local names and the namespace of its root element; '' means any. */
export interface RootReader<T> {
  names: readonly string[];
  uri: string;
  decode: XmlCodec<T>['decode'];
}

/** One of several kinds of document, chosen by its value. */
export interface RootWriter<T, Document> {
  root: string;
  fits: Fit;
  encode: (value: T) => Document;
}

type Fit = Omit<RootVariant, 'plan'> & { required?: readonly string[]; known?: readonly string[] };

/** Reads documents of several kinds: the name of the root element tells which. */
export function defineRootsDecoder<T>(roots: readonly RootReader<T>[]): XmlCodec<T>['decode'] {
  return (xml, options) => {
    const text = toText(xml, options?.encoding);
    const reader = new Reader(text, withDefaults(options));
    const name = reader.root();
    const meant = roots.find(({ names, uri }) => names.includes(name) && (uri === '' || reader.in(uri)));
    if (meant) return meant.decode(text, options);
    return reader.fail('root', roots.flatMap(({ names }) => names).join(' or '), name, reader.nameAt);
  };
}

/** Makes an encoder for documents with different roots, which selects the only root that matches the value. */
export function defineRootsEncoder<T, Document>(roots: readonly RootWriter<T, Document>[]): (value: T) => Document {
  return (value) => onlyRoot(roots, value).encode(value);
}

/** @throws {XmlError} when the value is of none of the kinds, or of several */
export function onlyRoot<R extends { root: string; fits: Fit }>(roots: readonly R[], value: unknown): R {
  const [meant, second] = roots.filter(({ fits }) => isOf(value, fits));
  if (meant && !second) return meant;
  const names = roots.map(({ root }) => root).join(' or ');
  throw new XmlError('type', reasonOf(names, second ? 'a value of several of them' : 'a value of none of them'));
}

function isOf(value: unknown, { isList, required = [], known }: Fit): boolean {
  if (isList || Array.isArray(value)) return isList === Array.isArray(value);
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [key]));
  return required.every((key) => keys.includes(key)) && keys.every((key) => known?.includes(key) ?? true);
}
