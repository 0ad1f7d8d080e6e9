import { CallError } from './call-error.ts';
import type { AnswerFacts } from './status-error.ts';

/** A successful response that does not match the description: wrong media type, malformed body, missing paging header. */
export class DecodeError extends CallError {
  override name = 'DecodeError';
  /** HTTP status of the response. */
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  declare readonly rawBody: string;
  declare readonly headers: Headers;
  /** Position in the XML document, starting at 1; absent if the error has no position. */
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
