import { CallError } from './call-error.ts';

/** An answer of success that breaks the description: wrong media type, malformed body, missing paging header. */
export class DecodeError extends CallError {
  override name = 'DecodeError';
  /** HTTP status of the answer. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly rawBody: string;
  /** Place in the XML document, from 1; absent when the fault is not at a place. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Path of the element, `/mailings/mailing[2]/id`. */
  readonly path: string | undefined;

  constructor(operationId: string, message: string, answer: BrokenAnswer, cause?: unknown) {
    super(operationId, message, cause);
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.rawBody = answer.rawBody;
    const place = (cause ?? {}) as { line?: number; column?: number; path?: string };
    this.line = place.line;
    this.column = place.column;
    this.path = place.path;
  }
}

export interface BrokenAnswer {
  status: number;
  requestId: string | undefined;
  rawBody: string;
}
