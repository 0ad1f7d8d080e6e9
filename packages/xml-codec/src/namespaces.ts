import type { Binding, ReaderState } from './reader-state.ts';

/** Namespaces in XML 1.0: which namespace a prefix stands for where the reader is. */

/** Namespace of `xsi:nil` and `xsi:type`, XML Schema 1.0 part 1, 2.6. */
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Notes an attribute `xmlns` or `xmlns:p` of the start tag that is being read. */
export function declare(reader: ReaderState, key: string, uri: string): void {
  if (key !== 'xmlns' && key[5] !== ':') return;
  const prefix = key.slice(6);
  if (prefix === '') reader.isPlain = false;
  reader.bindings = { prefix, uri, depth: reader.depth, outer: reader.bindings };
}

/** Namespace of the element whose start tag was read last: '' for none, undefined for a prefix that is not declared. */
export function uriOf(reader: ReaderState): string | undefined {
  return uriIn(reader.bindings, prefixOf(reader.tag));
}

/** Reports whether an element is in another namespace than its parent's, and in one at all. */
export function isForeign(reader: ReaderState): boolean {
  if (reader.isPlain) return false;
  const { depth, names } = reader;
  let outer = reader.bindings;
  while (outer !== undefined && outer.depth >= depth) outer = outer.outer;
  const uri = uriOf(reader);
  return uri !== '' && uri !== uriIn(outer, prefixOf(names[depth - 2]!));
}

/** Reports whether an attribute with a prefix has this local name and namespace; a prefix that is not declared may be any. */
export function isIn(reader: ReaderState, key: string, local: string, uri: string): boolean {
  const prefix = prefixOf(key);
  if (prefix === '' || prefix === 'xmlns' || prefix === 'xml' || key.slice(prefix.length + 1) !== local) return false;
  return reader.limits.namespaces === 'ignore' || (uriIn(reader.bindings, prefix) ?? uri) === uri;
}

export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}

/** The declaration in force. */
export function lookUp(bindings: Binding | undefined, prefix: string): Binding | undefined {
  let each = bindings;
  while (each !== undefined && each.prefix !== prefix) each = each.outer;
  return each;
}

function uriIn(bindings: Binding | undefined, prefix: string): string | undefined {
  return lookUp(bindings, prefix)?.uri ?? (prefix === '' ? '' : undefined);
}
