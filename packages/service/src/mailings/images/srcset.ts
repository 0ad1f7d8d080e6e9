/** An address in a `srcset` attribute, and where it stands. */
export interface SrcsetCandidate {
  url: string;
  start: number;
  end: number;
}

/** The addresses of a `srcset` in order (HTML, section 4.8.4.2.1): `a.png 1x, b.png 2x`. */
export function srcsetCandidates(value: string): SrcsetCandidate[] {
  // An address ends at white space; commas at its end belong to the list, and descriptors run to the next comma.
  return Array.from(value.matchAll(/[\s,]*([^\s,](?:\S*[^\s,])?)(?:\s+[^,]*)?(?:,|$)/g), (match) => {
    const start = match.index + match[0].indexOf(match[1]!);
    return { url: match[1]!, start, end: start + match[1]!.length };
  });
}
