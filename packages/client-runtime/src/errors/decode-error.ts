import { CallError } from './call-error.ts';
import type { AnswerFacts } from './status-error.ts';

/** An answer of success that breaks the description: wrong media type, malformed body, missing paging header. */
export class DecodeError extends CallError {
  override name = 'DecodeError';
  /** HTTP status of the answer. */
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  declare readonly rawBody: string;
  declare readonly headers: Headers;
  /** Place in the XML document, from 1; absent when the fault is not at a place. */
  declare readonly line: number | undefined;
  declare readonly column: number | undefined;
  /** Path of the element, `/mailings/mailing[2]/id`. */
  declare readonly path: string | undefined;

  constructor(
    { operationId, ...facts }: AnswerFacts,
    cause: Error & { line?: number; column?: number; path?: string },
  ) {
    super(operationId, `Answer to ${operationId} cannot be read: ${cause.message}`, cause);
    const { line, column, path } = cause;
    Object.assign(this, facts, { line, column, path });
  }
}
