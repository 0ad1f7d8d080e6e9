import type { SentRequest } from '../exchange/exchange.ts';
import { isCredential } from './headers.ts';

/** Security scheme of OpenAPI. */
export type Scheme =
  | { type: 'http'; scheme: 'basic' | 'bearer' }
  | { type: 'apiKey'; in: 'header' | 'query'; name: string };

/** The schemes of the credentials that a request brings, by a name for each. The credentials themselves are not kept. */
export function findCredentials({ headers, url }: SentRequest): Map<string, Scheme> {
  const schemes = new Map<string, Scheme>();
  for (const [name, value] of headers) {
    const scheme = /^(basic|bearer) /i.exec(value)?.[1]?.toLowerCase() as 'basic' | 'bearer' | undefined;
    if (name.toLowerCase() === 'authorization' && scheme) schemes.set(scheme, { type: 'http', scheme });
    else if (name.toLowerCase() === 'authorization' || isCredential(name))
      schemes.set(`key in ${name.toLowerCase()}`.replaceAll(/[^\w]/g, '_'), { type: 'apiKey', in: 'header', name });
  }
  for (const name of new Set(new URL(url).searchParams.keys()))
    if (isCredential(name)) schemes.set(`key_in_query_${name}`, { type: 'apiKey', in: 'query', name });
  return schemes;
}
