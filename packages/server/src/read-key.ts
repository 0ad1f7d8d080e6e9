import { readCredentials } from '@mailwright/server-runtime';
import { api } from './generated/server/index.ts';

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
  const request = {
    method: 'GET',
    path: '',
    query: '',
    headers: { authorization },
    body: undefined,
    secure: true,
    url: '',
  };
  for (const scheme of Object.values(api.securitySchemes ?? {})) {
    const credentials = readCredentials(scheme, request);
    if (credentials && 'key' in credentials) return credentials;
  }
  return malformed;
}
