/** Tables over the ASCII characters; those beyond are looked at one by one, and seldom. */

function table(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Characters of names, the colon included. */
export const NAME = table(/[-.:\w]/);

/** Characters that stand for themselves in text: all legal ones but `<`, `&` and `]`. */
export const PLAIN = table(/[\t\n\x20-\x7f]/);
PLAIN[38] = PLAIN[60] = PLAIN[93] = 0;

/** NCName of Namespaces in XML 1.0: Name of XML 1.0 (fifth edition, production 5) without a colon. */
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const NCNAME = `[${START}][-.0-9${START}\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*`;

/** A name of an element or attribute: with one prefix or none. */
export const QNAME = new RegExp(`^${NCNAME}(:${NCNAME})?$`, 'u');

/** A character that no XML 1.0 document may hold (production 2), lone surrogates included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
export const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/u;

/** White space between elements (production 3); carriage returns are line feeds by then. */
export const SPACE = /^[ \t\n]*$/;

/** A code point that may be written as a character reference. */
export function isLegal(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0x10ffff && !ILLEGAL.test(String.fromCodePoint(code)))
  );
}
