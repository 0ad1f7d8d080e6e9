import { badRequest } from './api-error.ts';
import { show } from './text.ts';

/**
 * Calls `each` for every pair of a query string, decoded; `+` and `%20` are spaces.
 * @throws ApiError 400 for a wrong percent-encoding or bytes that are not UTF-8
 */
export function eachPair(query: string, each: (name: string, value: string) => void): void {
  let from = 0;
  while (from < query.length) {
    let to = query.indexOf('&', from);
    if (to < 0) to = query.length;
    if (to > from) {
      const equals = query.indexOf('=', from);
      const nameEnd = equals < 0 || equals > to ? to : equals;
      const name = decode(query.slice(from, nameEnd));
      each(name, nameEnd === to ? '' : decode(query.slice(nameEnd + 1, to), name));
    }
    from = to + 1;
  }
}

/** The query string without the pairs of the given names, otherwise as it was. */
export function withoutPairs(query: string, names: ReadonlySet<string>): string {
  return query
    .split('&')
    .filter((pair) => pair !== '' && !names.has(decode(pair.split('=', 1)[0] as string)))
    .join('&');
}

function decode(text: string, name?: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw badRequest(`${name ? show(name) : 'query string'} must be percent-encoded UTF-8 but was ${show(text)}`);
  }
}
