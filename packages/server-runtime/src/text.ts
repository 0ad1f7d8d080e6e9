// biome-ignore lint/suspicious/noControlCharactersInRegex: no XML document may hold them
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const everyIllegal = new RegExp(illegal, 'g');
const everyControl = /[\p{Cc}\ufffe\uffff]/gu;

/**
 * Reports whether every character may stand in an XML 1.0 document (section 2.2), so that whatever is stored can be answered.
 */
export const isLegalText = (text: string): boolean => !illegal.test(text) && text.isWellFormed();

/** The text with U+FFFD for every character that may not stand in an XML document. */
export const legalText = (text: string): string => text.toWellFormed().replace(everyIllegal, '\ufffd');

/** A value as messages show it: one line, at most 100 characters. */
export function show(value: unknown): string {
  if (value === '') return 'empty';
  const text = ['string', 'number', 'bigint'].includes(typeof value)
    ? String(value)
    : (JSON.stringify(value, shown) ?? String(value));
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return short.replace(everyControl, '\ufffd').toWellFormed();
}

const shown = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Strict UTF-8; a byte order mark is dropped. Undefined when the bytes are something else. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
