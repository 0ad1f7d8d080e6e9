import { decodeUtf8, isLegalText } from './text.ts';

export type Credentials = { key: string } | { fault: string };

const missing: Credentials = {
  fault: 'The header Authorization is missing: send "Basic base64(key)" or "Bearer key".',
};
const malformed: Credentials = {
  fault:
    'The header Authorization is malformed: send "Basic base64(key)" or "Bearer key" with a key of 12 to 265 characters.',
};

/** The API key in `Basic base64(key)`, `Basic base64(key:)` or `Bearer key`, the scheme in any case. */
export function readKey(authorization: string | undefined): Credentials {
  if (authorization === undefined || authorization === '') return missing;
  const match = /^(basic|bearer) +(\S+) *$/i.exec(authorization);
  if (!match) return malformed;
  const [, scheme = '', credentials = ''] = match;
  const key = scheme.toLowerCase() === 'basic' ? decodeBasic(credentials) : credentials;
  if (key === undefined || key.length < 12 || key.length > 265 || !isLegalText(key)) return malformed;
  return { key };
}

function decodeBasic(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const key = decodeUtf8(Buffer.from(text, 'base64'));
  return key?.endsWith(':') ? key.slice(0, -1) : key;
}
