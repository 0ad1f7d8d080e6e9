import type { Api } from './api.ts';
import { isHeader, type RawResponse } from './raw.ts';

/** Headers that only the stub sets, in lower case; handlers can set the length only for a body that is not sent. */
export function reservedHeaders({ headers }: Api, method?: string): readonly string[] {
  return [headers?.requestId?.toLowerCase(), method === 'HEAD' ? undefined : 'content-length'].filter(
    (name) => name !== undefined,
  );
}

const repeatable = ['link', 'set-cookie', 'vary'];

/**
 * Adds the headers of a reply. They replace headers with the same name; `Link`, `Set-Cookie` and `Vary` can be repeated.
 * @throws Error for a header that is not valid in HTTP
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
    if (!repeatable.includes(same)) all = all.filter(([other]) => other.toLowerCase() !== same);
    all.push([name, value]);
  }
  return all;
}
