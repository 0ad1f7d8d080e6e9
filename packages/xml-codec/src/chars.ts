/** Name of XML 1.0 (fifth edition, production 5) without a colon: NCName of Namespaces in XML 1.0. */
const START =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NCNAME = `[${START}][-.0-9${START}\\xB7\\u0300-\\u036F\\u203F\\u2040]*`;

/** A name of an element or attribute, with one prefix or none. */
export const NAME = `${NCNAME}(?::${NCNAME})?`;

export const QNAME = new RegExp(`^${NAME}$`, 'u');

/** A character that no XML 1.0 document may hold (production 2), lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
export const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/u;

/** `the character U+0001` */
export function codeOf(character: string): string {
  return `the character U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A value for people, not too long. */
export function shown(value: unknown): string {
  if (Object(value) === value) return Array.isArray(value) ? 'an array' : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
