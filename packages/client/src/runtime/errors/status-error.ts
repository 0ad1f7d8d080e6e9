import { CallError } from './call-error.ts';

/** What an answer that is no success says. */
export interface StatusFacts {
  operationId: string;
  /** HTTP status. */
  status: number;
  /** Text for people, out of the error document; `HTTP 502` when there is none. */
  message: string;
  /** Header `X-Request-Id`. */
  requestId: string | undefined;
  /** The decoded error document; undefined when the body is none. */
  document: unknown;
  rawBody: string;
  headers: Headers;
}

/** The service answered with a status that is no success. Statuses with a meaning of their own have subclasses. */
export class StatusError extends CallError {
  override name = 'StatusError';
  readonly status: number;
  readonly requestId: string | undefined;
  readonly document: unknown;
  readonly rawBody: string;
  readonly headers: Headers;

  constructor(facts: StatusFacts) {
    super(facts.operationId, facts.message);
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.document = facts.document;
    this.rawBody = facts.rawBody;
    this.headers = facts.headers;
  }
}
