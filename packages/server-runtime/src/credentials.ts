import type { SecuritySchemeTable } from './api.ts';
import { fromBase64 } from './bytes.ts';
import { valuesByName } from './query-string.ts';
import { header, type RawRequest } from './raw.ts';
import { decodeUtf8, isLegalText } from './text.ts';

/** Credentials in a request, by kind of security scheme. */
export type Credentials =
  /** `apiKey` schemes, and HTTP schemes whose user name or token is an API key. */
  | { key: string }
  /** HTTP Basic (RFC 7617). */
  | { user: string; password: string }
  /** HTTP Bearer (RFC 6750), OAuth 2.0 and OpenID Connect. */
  | { token: string }
  /** The parameters after the name of any other HTTP scheme. */
  | { parameters: string }
  /** None in the request itself: `mutualTLS`, and schemes that the description names and does not describe. */
  | Record<never, never>;

/** The credentials for a scheme; undefined if they are missing or malformed. */
export function readCredentials(table: SecuritySchemeTable, request: RawRequest): Credentials | undefined {
  if (table.type === 'mutualTLS' || table.type === 'undescribed') return {};
  if (table.type === 'apiKey') {
    const key = keyIn(table, request);
    return key === undefined || key === '' ? undefined : { key };
  }
  const authorization = header(request, 'authorization');
  const line = authorization?.trim() ?? '';
  const name = /^[\w!#$%&'*+.^`|~-]+(?= )/.exec(line)?.[0];
  const scheme = table.type === 'http' ? (table.scheme ?? '') : 'bearer';
  if (name?.toLowerCase() !== scheme) return undefined;
  const given = line.slice(name.length).trim();
  if (scheme === 'basic') return basic(table, given);
  if (scheme !== 'bearer') return given === '' ? undefined : { parameters: given };
  if (!/^\S+$/.test(given)) return undefined;
  return table.key ? keyOf(table.key, given) : { token: given };
}

function keyIn({ in: place, name = '' }: SecuritySchemeTable, request: RawRequest): string | undefined {
  if (place === 'header') return header(request, name.toLowerCase());
  if (place === 'query') return valuesByName(request.query).get(name)?.[0];
  const cookies = header(request, 'cookie')?.split(';') ?? [];
  const found = cookies.map((each) => each.trim()).find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1).replace(/^"(.*)"$/, '$1');
}

function basic({ key }: SecuritySchemeTable, given: string): Credentials | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(given)) return undefined;
  const bytes = fromBase64(given);
  const text = bytes && decodeUtf8(bytes);
  if (text === undefined) return undefined;
  // Some clients send the key with a colon after it, others without.
  if (key) return keyOf(key, text.endsWith(':') ? text.slice(0, -1) : text);
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function keyOf({ minLength, maxLength }: NonNullable<SecuritySchemeTable['key']>, key: string) {
  return key.length < minLength || key.length > maxLength || !isLegalText(key) ? undefined : { key };
}
