import { isIn, lookUp, prefixOf, XSI } from './namespaces.ts';
import type { Reader } from './reader.ts';

/** A type that a document may name: as the description writes it, and its namespace where that is known. */
export type NamedType = readonly [value: string, namespace?: string];

/**
 * The described type that `xsi:type` means, which is a QName (XML Schema 1.0 part 1, 2.6.1): its prefix stands for a
 * namespace, whatever it is called. The attribute is read as the description writes it from now on.
 */
export function xsiType(reader: Reader, types: readonly NamedType[]): string | undefined {
  const at = reader.keys.findIndex((key) => isIn(reader, key, 'type', XSI));
  const text = reader.values[at]?.trim();
  if (text === undefined) return undefined;
  const uri = lookUp(reader.bindings, prefixOf(text))?.uri;
  const meant = meantType(text, uri, types, reader.limits.namespaces);
  if (meant === undefined) return uri === undefined ? text : `{${uri}}${localOf(text)}`;
  reader.values[at] = meant;
  return meant;
}

/** @param uri what the prefix of the text stands for; undefined where it is not declared */
export function meantType(
  text: string,
  uri: string | undefined,
  types: readonly NamedType[],
  namespaces?: 'ignore',
): string | undefined {
  const isPlain = prefixOf(text) === '';
  const isIgnored = namespaces === 'ignore';
  const literal = types.find(
    ([value, own]) => value === text && (isPlain || isIgnored || !own || uri === undefined || own === uri),
  );
  if (literal || (uri === undefined && !isPlain && !isIgnored)) return literal?.[0];
  return types.find(([value, own]) => localOf(value) === localOf(text) && (isIgnored || !own || own === uri))?.[0];
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);
