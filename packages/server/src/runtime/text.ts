// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const illegalAll = /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Whether every character may stand in an XML 1.0 document (section 2.2), so that whatever is stored can be answered. */
export const isLegalText = (text: string): boolean => !illegal.test(text) && text.isWellFormed();

/** A value as messages show it: one line, at most 100 characters. */
export function show(value: unknown): string {
  if (value === '') return 'empty';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return short.replace(illegalAll, '\ufffd').toWellFormed();
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Strict UTF-8; a byte order mark is dropped. Undefined when the bytes are something else. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
