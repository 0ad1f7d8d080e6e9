import type { CallOptions } from './call-options.ts';
import type { Connection } from './connection.ts';
import { unsendable } from './failure.ts';
import type { CallRequest, Next } from './middleware.ts';
import type { Input, Operation } from './operation.ts';
import { requestHeaders } from './request-headers.ts';
import { type AnyResult, type Call, callOf, type Ok } from './result.ts';
import { sendWithRetries } from './retry.ts';

/** Calls an operation. */
export function call<Success extends Ok<number, unknown>, Documented extends number, Document = unknown>(
  connection: Connection,
  operation: Operation,
  input: object,
  options?: CallOptions,
): Call<Success, Documented, Document> {
  return callOf(send(connection, operation, input as Input, options));
}

/** Sends a call through the middleware; `more` is what a request has that is no usual one. */
export async function send(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: CallOptions = {},
  more: Pick<CallRequest, 'url' | 'streamed'> = {},
): Promise<AnyResult> {
  const retries = options.retries ?? connection.retries;
  const timeout = options.timeout ?? connection.timeout ?? operation.timeout;
  const deadline = options.deadline ?? connection.deadline ?? timeout * (retries + 1);
  const innermost: Next = (request) => sendWithRetries(connection, request, { timeout, retries, deadline });
  const chain = connection.middleware.reduceRight<Next>((next, layer) => (request) => layer(request, next), innermost);
  let headers: Headers;
  try {
    headers = requestHeaders(connection, operation, options);
  } catch (error) {
    return unsendable(operation.id, error);
  }
  return chain({ operation, input, headers, signal: options.signal, ...more });
}
