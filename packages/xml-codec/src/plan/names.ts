import type { QName } from './model.ts';
import { at } from './schema.ts';
import { unsupported } from './unsupported.ts';
import type { View } from './view.ts';

const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';

/** NCName of Namespaces in XML 1.0: a name without a colon. */
export const NCNAME = new RegExp(`^[${START}][-.0-9${START}\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, 'u');

function noName(text: string): string {
  const message = `${JSON.stringify(text)} is no XML name without a colon`;
  const [prefix, name, ...others] = text.split(':');
  if (name === undefined || others.length > 0) return message;
  return `${message}; write xml: { name: ${name}, prefix: ${prefix}, namespace: … }`;
}

/** The name that a view has at its place; `fallback` counts when its XML Object gives none. */
export function qname(view: View, fallback: string): QName {
  const { name: given = fallback, prefix, namespace } = view.xml;
  const name = escapedName(given);
  for (const part of [name, ...(prefix ? [prefix] : []), ...view.aliases]) {
    if (!NCNAME.test(part)) unsupported(view.pointer, noName(part));
  }
  if (prefix && !namespace && prefix !== 'xml') {
    unsupported(at(view.pointer, 'xml'), `the prefix ${prefix} needs its namespace beside it`);
  }
  return {
    local: name,
    ...(prefix && { prefix }),
    ...(namespace && prefix !== 'xml' && { namespace }),
    aliases: view.aliases,
  };
}

/**
 * A name with each character that XML does not allow in it as `_x0020_` (ISO/IEC 9075-14, 9.1). A colon would part a
 * prefix and stays.
 */
export function escapedName(name: string): string {
  if (NCNAME.test(name) || name === '' || name.includes(':')) return name;
  return [...name]
    .map((character, i) => {
      const isAllowed = NCNAME.test(i === 0 ? character : `x${character}`);
      return isAllowed ? character : `_x${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}_`;
    })
    .join('');
}

/** An attribute of a prefix that XML itself knows is meant literally. */
export const isReserved = (name: string): boolean =>
  /^(xmlns|xml):/.test(name) && NCNAME.test(name.replace(/^\w+:/, ''));

/** Formats the name with its prefix: `smp:id`. */
export function written(name: QName): string {
  return name.prefix ? `${name.prefix}:${name.local}` : name.local;
}

/**
 * The namespace declarations in the start tag of an element: of its own name and of all attributes it may have.
 *
 * @param known what is declared by elements around it
 */
export function declarations(
  element: QName,
  attributes: QName[],
  known: ReadonlyMap<string, string>,
  pointer = '#',
): string {
  const byPrefix = new Map<string, string>();
  const own = attributes.some((name) => written(name) === 'xmlns');
  for (const { prefix = '', namespace } of [element, ...attributes]) {
    if (!namespace || known.get(prefix) === namespace) continue;
    const other = byPrefix.get(prefix);
    if (other !== undefined && other !== namespace) {
      unsupported(pointer, `in the start tag of ${element.local} the prefix ${prefix} means ${other} and ${namespace}`);
    }
    byPrefix.set(prefix, namespace);
  }
  if (own && byPrefix.has(''))
    unsupported(pointer, `${element.local} has a namespace and a property for the attribute xmlns`);
  return declarationsOf(byPrefix);
}

/** Declarations of namespaces by prefix, as they stand in a start tag. */
export function declarationsOf(byPrefix: ReadonlyMap<string, string>): string {
  return [...byPrefix].map(([prefix, uri]) => ` xmlns${prefix && ':'}${prefix}="${escaped(uri)}"`).join('');
}

function escaped(uri: string): string {
  return uri.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Reports whether it is the attribute whose value names a type, by a QName (XML Schema 1.0 part 1, 2.6.1). */
export const isXsiType = ({ local, namespace }: QName): boolean =>
  local === 'type' && namespace === 'http://www.w3.org/2001/XMLSchema-instance';
