import { escapeLike } from '../../platform/text/match.ts';

/**
 * Characters of which a text may have others with the same folded form: those beyond ASCII and the one before them, with
 * which they may be composed, and those that characters beyond ASCII fold to (İ, the Kelvin sign, the Greek question mark, the varia).
 */
const uncertain = /[ -~]?[^ -~]+|[IiKk;`]/g;

/**
 * Returns a LIKE pattern of lower-case ASCII. Every text whose folded form is that of `text` matches it after its ASCII
 * letters are lowered; few others do, unless all characters of `text` are uncertain.
 */
export function roughPattern(text: string): string {
  return text
    .split(uncertain)
    .map((certain) => escapeLike(certain.toLowerCase()))
    .join('%');
}

/** Reports whether a text has the folded form of `text` exactly if both are equal after their ASCII letters are lowered. */
export const isCertain = (text: string): boolean => text.search(uncertain) < 0;

/** Lowers ASCII letters only. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns LIKE patterns of the first letter of texts with the folded form of `text`; `undefined` if others may have it too. */
export function firstLetters(text: string): string[] | undefined {
  const first = text.charAt(0);
  if (roughPattern(text).startsWith('%')) return undefined;
  return [...new Set([first.toLowerCase(), first.toUpperCase()])].map((letter) => `${escapeLike(letter)}%`);
}
