/** Elements of feeds have a few short attributes. */
const longestTag = 65_536;
const deepestJson = 64;
/** Feeds declare a few at their start, and some programs one or two in each item. */
const mostNamespaces = 50_000;

/**
 * Reports whether a text could be a feed: parsers take more time and memory than in proportion to elements with very many
 * attributes, to deeply nested JSON, and to very many names of namespaces.
 */
export const couldBeFeed = (text: string): boolean =>
  /^\s*[[{]/.test(text)
    ? depthOfJson(text) <= deepestJson
    : lengthOfTag(text) <= longestTag && countOf('xmlns:', text) <= mostNamespaces;

function countOf(part: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

function depthOfJson(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const symbol = text[at];
    if (symbol === '"') at = endOfString(text, at);
    else if (symbol === '[' || symbol === '{') deepest = Math.max(deepest, ++depth);
    else if (symbol === ']' || symbol === '}') depth--;
  }
  return deepest;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** The characters of the longest start tag, from its `<` to its `>` or the next `<`. */
function lengthOfTag(text: string): number {
  let longest = 0;
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const symbol = text[at];
    if (symbol !== '<' && symbol !== '>' && symbol !== undefined) continue;
    if (start !== -1) longest = Math.max(longest, at - start);
    // Comments and CDATA sections may be long.
    start = symbol === '<' && text[at + 1] !== '!' ? at : -1;
  }
  return longest;
}
