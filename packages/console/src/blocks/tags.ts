/**
 * What the service fills in: tags and Liquid. They stand in contents as they are; with characters of markup in them they are
 * not taken for such.
 */
const filled = /\[\[[^[\]<>]*\]\]|\{\{[^{}<>]*\}\}|\{%[^{}%<>]*%\}/g;

/** Private characters of Unicode, each of which stands for one tag. */
const [first, last] = [0xe000, 0xf8ff];
const marks = /[\ue000-\uf8ff]/g;

export const isMark = (character: string): boolean => character >= '\ue000' && character <= '\uf8ff';

interface Masked {
  /** The text with one character for each tag. */
  text: string;
  /** Puts the tags in again. */
  unmask(text: string): string;
}

/** Puts a character in the place of each tag. Returns `undefined` if the text has such characters itself, or too many tags. */
export function maskTags(text: string): Masked | undefined {
  const tags: string[] = [];
  if (text.search(marks) !== -1) return undefined;
  const masked = text.replaceAll(filled, (tag) => String.fromCharCode(first + tags.push(tag) - 1));
  if (tags.length > last - first) return undefined;
  return {
    text: masked,
    unmask: (made) => made.replaceAll(marks, (mark) => tags[mark.charCodeAt(0) - first] ?? ''),
  };
}

/** A text without the spaces of its ends that browsers do not show; others, such as those that do not break, are words. */
export function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const isSpace = (character: string): boolean => ' \t\r\n\f'.includes(character);

/** Reports whether a masked text has a tag that is not complete, or that has characters of markup. */
export const hasOpenTag = (masked: string): boolean => /\[\[|\{\{|\{%/.test(masked);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };

/** Escapes a text for HTML; marks of tags stay. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[&<>\u00a0]/g, (character) => entities[character]!);

/** Returns an attribute with its quotes. Character references in the value stay as they are. */
export function printAttribute(name: string, value: string): string {
  const masked = maskTags(value);
  const escaped = (masked?.text ?? value)
    .replaceAll(/&(?!\w{1,32};|#\w{1,8};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
  const printed = masked?.unmask(escaped) ?? escaped;
  if (!printed.includes('"')) return `${name}="${printed}"`;
  return printed.includes("'") ? `${name}="${printed.replaceAll('"', '&quot;')}"` : `${name}='${printed}'`;
}

/** Schemes of links that people may open in a mail. */
const allowed = /^(?:https?:\/\/|mailto:|tel:|#)[^\s]*$/i;
const withoutScheme = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/;

/**
 * Returns the address of a link as it goes into a mail, or `undefined` if it is none: an address of the web gets its scheme,
 * and one that begins with a tag is filled in later.
 */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim();
  const masked = maskTags(address);
  if (masked === undefined) return undefined;
  if (isMark(masked.text.charAt(0)) || allowed.test(masked.text)) return address;
  return withoutScheme.test(masked.text) ? `https://${address}` : undefined;
}
