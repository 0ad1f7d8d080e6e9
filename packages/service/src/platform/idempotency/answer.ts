import { type OperationTable, Reply, reply, successStatus } from '@mailwright/server-runtime';

/** Result of a handler before it is encoded as XML or JSON. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  /** Absent when the answer has no body. */
  body?: unknown;
}

/** Answers that are longer as JSON are not kept: who repeats such a request is told that it is done. */
export const longestKept = 262_144;

export function answerOf(operation: OperationTable, result: unknown): KeptAnswer {
  if (!(result instanceof Reply)) return { status: successStatus(operation), headers: {}, body: result };
  const { status, headers, body } = result;
  return { status, headers, body };
}

/** The answer as it is kept; null when it is too long or contains a secret, which is stored nowhere in clear text. */
export function kept(operation: OperationTable, answer: KeptAnswer): KeptAnswer | null {
  return operation.secret || JSON.stringify(answer).length > longestKept ? null : answer;
}

/** The kept answer, for the stub to write anew in the form that this request accepts. */
export function replayed({ status, headers, body }: KeptAnswer): Reply {
  return reply(status, body, { ...headers, 'Idempotent-Replayed': 'true' });
}
