import { readAnswer } from './answer.ts';
import type { Connection } from './connection.ts';
import { CallError } from './errors/call-error.ts';
import { AbortedError, TimeoutError } from './errors/unanswered.ts';
import { exchange } from './exchange.ts';
import { unanswered, unsendable } from './failure.ts';
import type { CallRequest } from './middleware.ts';
import { requestOf } from './request.ts';
import type { AnyResult } from './result.ts';

/** Sends a call once: encodes, sends, reads the response. Takes at most `timeout` milliseconds. */
export async function attempt(connection: Connection, request: CallRequest, timeout: number): Promise<AnyResult> {
  const { operation, signal } = request;
  const alarm = new AbortController();
  const stop = () => alarm.abort();
  let streaming = false;
  const cancel = connection.clock.after(timeout, stop);
  // Not `AbortSignal.any`, which some edge runtimes lack.
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    const sent = await requestOf(connection, request, alarm.signal);
    const answer = await exchange(connection, sent, operation.id);
    const { ignoredInput } = connection.service;
    const ignored = ignoredInput && answer.headers.get(ignoredInput);
    if (ignored) connection.onIgnoredInput?.(ignored, operation);
    if (request.streamed && answer.ok) {
      streaming = true;
      return request.streamed(answer);
    }
    return await readAnswer(connection, operation, answer, sent.url);
  } catch (error) {
    if (signal?.aborted) return unanswered(new AbortedError(operation.id, 'The call was aborted', signal.reason));
    if (alarm.signal.aborted)
      return unanswered(new TimeoutError(operation.id, `No answer within ${Math.ceil(timeout)} ms`));
    // Other errors were thrown while the request was created.
    return error instanceof CallError ? unanswered(error) : unsendable(operation.id, error);
  } finally {
    cancel();
    // Ending a call also ends its stream.
    if (!streaming) signal?.removeEventListener('abort', stop);
    // A stream that was not read to its end may keep a file open.
    if (request.input.body instanceof ReadableStream) stop();
  }
}
