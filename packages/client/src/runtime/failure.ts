import type { CallError } from './errors/call-error.ts';
import type { Failure } from './result.ts';

/** The failure of a call without a readable answer. */
export function unanswered(error: CallError): Failure<0, CallError> {
  return {
    ok: false,
    status: 0,
    data: undefined,
    error,
    headers: new Headers(),
    requestId: undefined,
    response: undefined,
  };
}
