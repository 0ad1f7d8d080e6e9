/** An address in a `srcset` attribute, and where it stands. */
export interface SrcsetCandidate {
  url: string;
  start: number;
  end: number;
}

/** The addresses of a `srcset` in order (HTML, section 4.8.4.2.1): `a.png 1x, b.png 2x`. */
export function srcsetCandidates(value: string): SrcsetCandidate[] {
  const candidates: SrcsetCandidate[] = [];
  const separators = /[\s,]*/y;
  const address = /\S+/y;
  for (let at = 0; ; ) {
    separators.lastIndex = at;
    separators.exec(value);
    const start = separators.lastIndex;
    address.lastIndex = start;
    const found = address.exec(value)?.[0];
    if (found === undefined) return candidates;
    // Commas at the end of an address belong to the list; descriptors run to the next comma.
    const url = found.replace(/(?<!,),+$/, '');
    candidates.push({ url, start, end: start + url.length });
    const comma = url.length < found.length ? start + url.length : value.indexOf(',', start + found.length);
    if (comma < 0) return candidates;
    at = comma;
  }
}
