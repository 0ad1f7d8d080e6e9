import { CallError } from './call-error.ts';

/** Errors of calls that brought no answer that could be read. Their result has status 0. */

/** The input cannot be sent: a path parameter is missing, a body has no XML form, a header value is not legal. */
export class InputError extends CallError {
  override name = 'InputError';
}

/** The service could not be reached, or the connection broke before the answer was complete. */
export class ConnectionError extends CallError {
  override name = 'ConnectionError';
}

/** An attempt took longer than `timeout`, or the call longer than `deadline`. */
export class TimeoutError extends CallError {
  override name = 'TimeoutError';
}

/** The caller's signal aborted the call; `cause` is the reason of the signal. */
export class AbortedError extends CallError {
  override name = 'AbortedError';
}

/** A link of a page cannot be followed: it leads to another origin or back to a page already read. */
export class PagingError extends CallError {
  override name = 'PagingError';
}
