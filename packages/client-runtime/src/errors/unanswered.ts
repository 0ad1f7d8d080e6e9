import { CallError } from './call-error.ts';

/** Errors of calls without a readable response. Their result has status 0. */

/** The input cannot be sent: a path parameter is missing, the body cannot be encoded, a header value is invalid. */
export class InputError extends CallError {
  override name = 'InputError';
}

/** The service could not be reached, or the connection was lost before the response was complete. */
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

/** A page link cannot be followed: it points to another origin or to a page that was already read. */
export class PagingError extends CallError {
  override name = 'PagingError';
}
