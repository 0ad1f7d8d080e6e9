/** Where a web address stands in a text. */
export interface AddressPosition {
  start: number;
  /** Behind the last character. */
  end: number;
}

/**
 * A web address with the tags in it, whose fallbacks may hold spaces. It ends at white space, angle brackets and the quotes and
 * full-width punctuation of all languages, which addresses have percent-encoded.
 */
const address =
  /(?<![a-z0-9])https?:\/\/(?:\[\[[^[\]]*\]\]|\[[^[\]]*\]|[^\s<>"[\]\p{Pi}\p{Pf}„‚‹›«»…。、，．！？；：（）［］｛｝「」『』《》〈〉【】〔〕])+/giu;
const endsSentence = '.,;:!?';
/** Marks that writers put around an address. An address may have them at its end, too. */
const around = "'*_~`";

/** The web addresses of a plain text, in order, without what belongs to the sentence around them. */
export function addressesIn(text: string): AddressPosition[] {
  return Array.from(text.matchAll(address), ({ 0: found, index: start }) => {
    return { start, end: start + lengthOf(found, text[start - 1]) };
  });
}

/**
 * Length of an address without what ends a sentence, a bracket that it has not opened, and a mark that stands before it, too.
 * @param before the character before the address
 */
function lengthOf(found: string, before: string | undefined): number {
  let end = found.length;
  const opened = found.indexOf('(');
  for (; end > 0; end--) {
    const last = found[end - 1]!;
    const closes = last === ')' && (opened === -1 || opened >= end);
    const isPaired = last === before && around.includes(last);
    if (!closes && !isPaired && !endsSentence.includes(last)) break;
  }
  return end;
}
