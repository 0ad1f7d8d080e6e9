import { CallError } from './call-error.ts';

/** What every answer says. */
export interface AnswerFacts {
  operationId: string;
  /** HTTP status. */
  status: number;
  /** Header `X-Request-Id`. */
  requestId: string | undefined;
  headers: Headers;
  rawBody: string;
}

/** What an answer that is no success says. */
export interface StatusFacts extends AnswerFacts {
  /** Text for people, out of the error document; `HTTP 502` when there is none. */
  message: string;
  /** The decoded error document; undefined when the body is none. */
  document: unknown;
}

/** The service answered with a status that is no success. Statuses with a meaning of their own have subclasses. */
export class StatusError extends CallError {
  override name = 'StatusError';
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  declare readonly headers: Headers;
  declare readonly rawBody: string;
  /** The decoded error document; undefined when the body is none. */
  declare readonly document: unknown;

  constructor({ operationId, message, ...facts }: StatusFacts) {
    super(operationId, message);
    Object.assign(this, facts);
  }
}
