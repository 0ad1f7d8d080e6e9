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
  /** The code for programs in the error document, `NoSuchKey`. */
  code: string | undefined;
  /**
   * The decoded error document; undefined if the body is not one. Where the description has none, the value of JSON, the
   * texts of XML by the names of their elements, or a text.
   */
  document: unknown;
}

/** The status of the response is not a success. Many statuses have subclasses; `Document` is the documented type. */
export class StatusError<Document = unknown> extends CallError {
  override name = 'StatusError';
  declare readonly status: number;
  declare readonly requestId: string | undefined;
  declare readonly headers: Headers;
  declare readonly rawBody: string;
  /** The code for programs in the error document, such as `NoSuchKey`, if there is one. */
  declare readonly code: string | undefined;
  /** The decoded error document; undefined if the body is not one. */
  declare readonly document: Document | undefined;

  constructor({ operationId, message, ...facts }: StatusFacts) {
    super(operationId, message);
    Object.assign(this, facts);
  }
}
