/** The `Authorization` header for a key: HTTP Basic with the key as user name and no password (RFC 7617), or Bearer. */
export function authorization(apiKey: string, scheme: 'basic' | 'bearer' = 'basic'): string {
  return scheme === 'bearer' ? `Bearer ${apiKey}` : `Basic ${base64(`${apiKey}:`)}`;
}

function base64(value: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(value)));
}
