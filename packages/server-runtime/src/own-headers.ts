import { isHeader, type RawResponse } from './raw.ts';

/** Headers that only the stub writes: but the length of a body that is not sent. */
const isReserved = (name: string, ofHead: boolean): boolean =>
  name === 'x-request-id' || (name === 'content-length' && !ofHead);

/**
 * Adds the headers of a reply. They take the place of those with their names; `Link` may stand several times.
 * @throws Error naming who answered a header that HTTP cannot carry
 */
export function withOwn(
  headers: RawResponse['headers'],
  own: Readonly<Record<string, string>>,
  who: string,
  ofHead = false,
): RawResponse['headers'] {
  let all = headers;
  for (const [name, value] of Object.entries(own)) {
    if (!isHeader(name, value)) throw new Error(`${who} answered a header ${name} that HTTP cannot carry`);
    const same = name.toLowerCase();
    if (isReserved(same, ofHead)) continue;
    if (same !== 'link') all = all.filter(([other]) => other.toLowerCase() !== same);
    all.push([name, value]);
  }
  return all;
}
