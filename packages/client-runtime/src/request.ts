import { address } from './address.ts';
import { authorize } from './auth.ts';
import type { Connection } from './connection.ts';
import type { CallRequest } from './middleware.ts';

/** The request of one attempt, with credentials and signature. Rejects if the input cannot be sent. */
export async function requestOf(
  connection: Connection,
  { operation, input, headers: given, url: page }: CallRequest,
  signal: AbortSignal,
): Promise<Request> {
  const {
    auth,
    sign,
    service: { security },
  } = connection;
  const headers = new Headers(given);
  for (const [name, place] of Object.entries(operation.params ?? {})) {
    const value = input[name] ?? undefined;
    if (place === 'header' && value !== undefined)
      headers.set(operation.wires?.[name] ?? name, operation.forms?.text(name, value) ?? headerText(name, value));
  }
  operation.forms?.cookies(headers, input);
  if (input.body !== undefined && !operation.encode && !operation.params?.body) throw new Error('it takes no body');
  const url = new URL(page ?? address(connection, operation, input));
  if (security) await authorize({ headers, url }, operation, security, auth);
  const request = new Request(url, {
    method: operation.method,
    headers,
    signal,
    // Redirects are not followed: a POST would become a GET, and the key could be sent to another host.
    redirect: 'manual',
    ...operation.encode?.(operation, input, headers, signal),
  });
  return sign ? sign(request, operation) : request;
}

/** A comma in an item would make it two. */
function headerText(name: string, value: unknown): string {
  if (Array.isArray(value) && value.join('').includes(',')) throw new Error(`"${name}" must have no commas`);
  return String(value);
}
