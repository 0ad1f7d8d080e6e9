import { escapeHtml } from '../platform/text/escape.ts';

/** Names of the parameters by which programs for web statistics tell campaigns. */
const campaignParameters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

export const isCampaignParameter = (name: string): boolean => campaignParameters.includes(name);

/** A link in a template. */
interface LinkPlace {
  start: number;
  end: number;
  /** Address with the tags of the template. */
  url: string;
}

/**
 * Returns the parameters that links of a mailing get: those of its properties, else those of the account. An empty value is none.
 */
export function parametersOf(
  properties: ReadonlyMap<string, string>,
  placeholders: ReadonlyMap<string, string>,
): [name: string, value: string][] {
  return campaignParameters.flatMap((name) => {
    const value = properties.get(name) ?? placeholders.get(name) ?? '';
    return value.trim() === '' ? [] : [[name, value.trim()] as [string, string]];
  });
}

/** Returns an address with the parameters that it does not have, before its fragment. */
export function withParameters(url: string, parameters: readonly [name: string, value: string][]): string {
  const hash = fragmentStart(url);
  const [address, fragment] = [url.slice(0, hash), url.slice(hash)];
  const query = address.indexOf('?');
  const present =
    query === -1
      ? []
      : address
          .slice(query + 1)
          .split('&')
          .map(nameOf);
  const missing = parameters.filter(([name]) => !present.includes(name));
  if (missing.length === 0) return url;
  const added = missing.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const separator = query === -1 ? '?' : /[?&]$/.test(address) ? '' : '&';
  return `${address}${separator}${added}${fragment}`;
}

/** Replaces the addresses of links in a template. */
export function replaceAddresses(
  template: string,
  places: readonly LinkPlace[],
  format: 'html' | 'text',
  addressOf: (url: string) => string,
): string {
  let end = 0;
  const pieces = places.flatMap((place) => {
    const address = addressOf(place.url);
    if (address === place.url) return [];
    const before = template.slice(end, place.start);
    end = place.end;
    return [before, format === 'html' ? escapeHtml(address) : address];
  });
  return pieces.length === 0 ? template : pieces.join('') + template.slice(end);
}

const nameOf = (parameter: string) => parameter.split('=', 1)[0]!.toLowerCase();

/** A number sign within a tag, such as in its fallback, begins no fragment. */
function fragmentStart(url: string): number {
  let depth = 0;
  for (let at = 0; at < url.length; at++) {
    if (url[at] === '[') depth++;
    else if (url[at] === ']') depth = Math.max(0, depth - 1);
    else if (url[at] === '#' && depth === 0) return at;
  }
  return url.length;
}
