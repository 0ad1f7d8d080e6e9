import type { AnswerRecord } from '@mailwright/server-runtime';
import type { Log } from '../log/log.ts';

/** Logs an answer: neither path nor parameters, which may hold addresses. */
export function logAnswer(log: Log, { operation, method, status, milliseconds, requestId }: AnswerRecord): void {
  const took = milliseconds.toFixed(1);
  const facts = {
    level: 'info',
    operation,
    method,
    status,
    milliseconds: Number(took),
    request_id: requestId,
  } as const;
  log(`${method} ${operation ?? '-'} ${status} ${took} ms ${requestId}`, facts);
}

/** Logs an unexpected failure with its stack, for the operator only. */
export function logFailure(log: Log, error: unknown, requestId: string): void {
  const stack = error instanceof Error ? error.stack : String(error);
  log(`Failure in request ${requestId}: ${stack}`, { level: 'error', request_id: requestId });
}
