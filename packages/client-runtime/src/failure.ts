import type { CallError } from './errors/call-error.ts';
import { InputError } from './errors/unanswered.ts';
import type { Failure } from './result.ts';

/** The failure of a call without a readable response. */
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

/** The failure of a call that failed before it was sent. */
export function unsendable(operationId: string, cause: unknown): Failure<0, CallError> {
  const message = `Input of ${operationId} cannot be sent: ${(cause as Error).message}`;
  return unanswered(new InputError(operationId, message, cause));
}
