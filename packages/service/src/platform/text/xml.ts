/** Characters that XML 1.0 has no way to write (section 2.2): most controls, halves of surrogate pairs, U+FFFE and U+FFFF. */
const illegal = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const anyIllegal = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Reports whether every character of a text can stand in XML. */
export const isXmlText = (text: string): boolean => !anyIllegal.test(text);

/** A text without what XML cannot carry, and of at most so many UTF-16 units; it never ends in half a character. */
export function xmlText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const legal = text.replace(illegal, '');
  if (legal.length <= maxLength) return legal;
  const cut = legal.slice(0, maxLength);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
