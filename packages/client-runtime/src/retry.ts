import { attempt } from './attempt.ts';
import { pause } from './clock.ts';
import type { Connection } from './connection.ts';
import { ConnectionError, TimeoutError } from './errors/unanswered.ts';
import type { CallRequest } from './middleware.ts';
import type { AnyResult } from './result.ts';
import { retryAfter } from './retry-after.ts';

/** How long and how often a call tries; in milliseconds. */
export interface RetryPolicy {
  timeout: number;
  retries: number;
  deadline: number;
}

/** Sends a call until it succeeds, fails for good, or the policy ends it. A call that may not be repeated is sent once. */
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

/** Whether an earlier request with the same `Idempotency-Key` is not answered yet: its answer will be the call's, too. */
function stillRuns({ headers }: CallRequest, result: AnyResult): boolean {
  return result.status === 409 && headers.has('idempotency-key') && result.headers.has('retry-after');
}

/** Whether the same call may succeed a little later. Another 409 never does: what is sealed stays sealed. */
function mayPass(result: AnyResult): boolean {
  if (result.ok) return false;
  if (result.status === 0) return result.error instanceof ConnectionError || result.error instanceof TimeoutError;
  return passing.includes(result.status);
}

const passing = [429, 502, 503, 504];

/** Longest pause in milliseconds; the pause is a random part of it, so that clients do not come back all at once. */
function backoff(repeated: number): number {
  return Math.min(8000, 500 * 2 ** repeated);
}
