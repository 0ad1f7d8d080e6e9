/** NCName of Namespaces in XML 1.0: Name of XML 1.0 (fifth edition, production 5) without a colon. */
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NCNAME = `[${START}][-.0-9${START}\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*`;

/** A name of an element or attribute: with one prefix or none. */
export const QNAME = new RegExp(`^${NCNAME}(:${NCNAME})?$`, 'u');

/** A character that no XML 1.0 document may hold (production 2), lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
export const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/u;

/** By ASCII code: 1 for what stands for itself in text, that is all legal characters but `<`, `&` and `]`. */
export const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\t\n\x20-%'-;=-\\^-\x7f]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** `U+0001` */
export function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A value for people, not too long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
