import { requestIdOf } from './answer.ts';
import { send } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Connection } from './connection.ts';
import type { Input, Operation } from './operation.ts';
import { type AnySuccess, type Call, callOf, type Ok } from './result.ts';

/**
 * Calls an operation and returns the body of a success as a stream, for files or documents that do not fit in memory. A
 * timeout applies until the headers arrive; `signal` also ends the stream. Failures are the same as for other calls.
 *
 * @example
 * const { data } = await stream(connection, listContactsOperation, { page_size: 1000 });
 */
export function stream(
  connection: Connection,
  operation: Operation,
  input: object = {},
  options?: CallOptions,
): Call<Ok<AnySuccess, ReadableStream<Uint8Array>>, 400 | 404> {
  const streamed = (response: Response) => answerOf(connection, response);
  return callOf(send(connection, operation, input as Input, options, { streamed }));
}

function answerOf({ service }: Connection, response: Response): Ok<number, unknown> {
  const { status, headers, body } = response;
  const data = body ?? new Blob([]).stream();
  return { ok: true, status, headers, requestId: requestIdOf(headers, service), data, error: undefined, response };
}
