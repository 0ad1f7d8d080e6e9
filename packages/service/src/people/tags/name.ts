/** A contact has at most this many tags. */
export const maxTags = 50;

/** Characters of a tag. */
const longest = 50;

/** Returns the form in which a tag is stored: Unicode NFC, with single spaces. */
export const tagName = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/** Describes what is wrong with a tag in its stored form. Returns `undefined` if it is valid. */
export function tagFault(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (name.includes(',')) return 'must not have a comma';
  if (/\p{Cc}/u.test(name)) return 'must not have control characters';
  return [...name].length > longest ? `must have at most ${longest} characters` : undefined;
}
