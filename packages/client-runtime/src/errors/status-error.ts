import { CallError } from './call-error.ts';

/** Properties of every response. */
export interface AnswerFacts {
  operationId: string;
  /** HTTP status. */
  status: number;
  /** Header `X-Request-Id`. */
  requestId: string | undefined;
  headers: Headers;
  rawBody: string;
}

/** Properties of a response that is not a success. */
export interface StatusFacts extends AnswerFacts {
  /** Message in the error document; `HTTP 502` if there is none. */
  message: string;
  /** The decoded error document; undefined if the body is not one. */
  document: unknown;
}

/** The status of the response is not a success. Many statuses have subclasses. */
export class StatusError extends CallError {
  override name = 'StatusError';
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  declare readonly headers: Headers;
  declare readonly rawBody: string;
  /** The decoded error document; undefined if the body is not one. */
  declare readonly document: unknown;

  constructor({ operationId, message, ...facts }: StatusFacts) {
    super(operationId, message);
    Object.assign(this, facts);
  }
}
