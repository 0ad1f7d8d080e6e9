import type { AnswerRecord } from '@mailwright/server';

/** Where lines for the operator go. Nothing personal may be in them. */
export type Log = (line: string) => void;

/** One line for an answer: neither path nor parameters, which may hold addresses. */
export function answerLine({ operation, method, status, milliseconds, requestId }: AnswerRecord): string {
  return `${method} ${operation ?? '-'} ${status} ${milliseconds.toFixed(1)} ms ${requestId}`;
}

/** An unexpected failure with its stack, for the operator's log only. */
export function failureLine(error: unknown, requestId: string): string {
  return `Failure in request ${requestId}: ${error instanceof Error ? error.stack : String(error)}`;
}
