import { address } from './address.ts';
import type { Connection } from './connection.ts';
import type { CallRequest } from './middleware.ts';

/** The request of one attempt. Throws when the input cannot be sent. */
export function requestOf(
  connection: Connection,
  { operation, input, headers: given, url }: CallRequest,
  signal: AbortSignal,
): Request {
  const headers = new Headers(given);
  for (const [name, place] of Object.entries(operation.params ?? {})) {
    if (place === 'header' && input[name] !== undefined) headers.set(name, String(input[name]));
  }
  if (input.body !== undefined && !operation.encode) throw new Error('it takes no body');
  return new Request(url ?? address(connection.baseUrl, operation, input), {
    method: operation.method,
    headers,
    signal,
    // A redirected POST would arrive as a GET, and the key might travel on: redirects are answers, not followed.
    redirect: 'manual',
    ...operation.encode?.(operation, input, headers, signal),
  });
}
