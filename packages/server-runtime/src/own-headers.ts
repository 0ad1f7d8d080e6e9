import type { Api } from './api.ts';
import { isHeader, type RawResponse } from './raw.ts';

/** Headers that only the stub writes, in lower case: the length too, but that of a body that is not sent. */
export function reservedHeaders({ headers }: Api, method?: string): readonly string[] {
  return [headers?.requestId?.toLowerCase(), method === 'HEAD' ? undefined : 'content-length'].filter(
    (name) => name !== undefined,
  );
}

/**
 * Adds the headers of a reply. They take the place of those with their names; `Link` may stand several times.
 * @throws Error naming who answered a header that HTTP cannot carry
 */
export function withOwn(
  headers: RawResponse['headers'],
  own: Iterable<readonly [name: string, value: string]>,
  who: string,
  reserved: readonly string[],
): RawResponse['headers'] {
  let all = headers;
  for (const [name, value] of own) {
    if (!isHeader(name, value)) throw new Error(`${who} returned a header ${name} that is not valid in HTTP`);
    const same = name.toLowerCase();
    if (reserved.includes(same)) continue;
    if (same !== 'link') all = all.filter(([other]) => other.toLowerCase() !== same);
    all.push([name, value]);
  }
  return all;
}
