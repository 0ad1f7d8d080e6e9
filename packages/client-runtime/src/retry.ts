import { attempt } from './attempt.ts';
import { pause } from './clock.ts';
import type { Connection } from './connection.ts';
import { ConnectionError, TimeoutError } from './errors/unanswered.ts';
import type { CallRequest } from './middleware.ts';
import type { AnyResult } from './result.ts';
import { retryAfter } from './retry-after.ts';

/** Timeouts in milliseconds and number of retries of a call. */
export interface RetryPolicy {
  timeout: number;
  retries: number;
  deadline: number;
}

/** Sends a call until it succeeds, fails permanently, or the policy ends it. A call that must not be repeated is sent once. */
export async function sendWithRetries(
  connection: Connection,
  request: CallRequest,
  policy: RetryPolicy,
): Promise<AnyResult> {
  const { clock } = connection;
  const end = clock.now() + policy.deadline;
  for (let repeated = 0; ; repeated++) {
    const result = await attempt(connection, request, Math.min(policy.timeout, end - clock.now()));
    if (repeated >= policy.retries || !mayRepeat(request, result)) return result;
    const wait = retryAfter(result.headers, clock.now()) ?? clock.random() * backoff(repeated);
    if (clock.now() + wait >= end) return result;
    await pause(clock, wait, request.signal);
  }
}

function mayRepeat(request: CallRequest, result: AnyResult): boolean {
  if (request.input.body instanceof ReadableStream) return false;
  return stillRuns(request, result) || (request.operation.retry !== 'never' && mayPass(result));
}

/**
 * Reports whether an earlier request with the same `Idempotency-Key` is still running; its response will also be that of this
 * call.
 */
function stillRuns({ headers }: CallRequest, result: AnyResult): boolean {
  return result.status === 409 && headers.has('idempotency-key') && result.headers.has('retry-after');
}

/** Reports whether the same call may succeed later. Any other 409 is permanent. */
function mayPass(result: AnyResult): boolean {
  if (result.ok) return false;
  if (result.status === 0) return result.error instanceof ConnectionError || result.error instanceof TimeoutError;
  return passing.includes(result.status);
}

const passing = [429, 502, 503, 504];

/** Maximum delay in milliseconds. The actual delay is random, so that clients do not retry simultaneously. */
function backoff(repeated: number): number {
  return Math.min(8000, 500 * 2 ** repeated);
}
