import type {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  LockedError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  NotImplementedError,
  PayloadTooLargeError,
  PreconditionFailedError,
  ServerError,
  TooManyRequestsError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
} from './errors/by-status.ts';
import type { CallError } from './errors/call-error.ts';
import type { DecodeError } from './errors/decode-error.ts';
import type { StatusError } from './errors/status-error.ts';
import type { AbortedError, ConnectionError, InputError, TimeoutError } from './errors/unanswered.ts';

/** A success. `response` is the response of `fetch`; its body has already been read. */
export interface Ok<Status extends number, Data> {
  ok: true;
  status: Status;
  data: Data;
  error: undefined;
  headers: Headers;
  /** Id of the request, if the service returns one. */
  requestId: string | undefined;
  response: Response;
}

/** A failure. If there was no response, `status` is 0, `headers` is empty and `response` is undefined. */
export interface Failure<Status extends number, Reason> {
  ok: false;
  status: Status;
  data: undefined;
  error: Reason;
  headers: Headers;
  requestId: string | undefined;
  response: Response | undefined;
}

/** The failure for each status, with errors of this documented type. */
export interface FailureByStatus<Document = unknown> {
  0: Failure<0, Unanswered>;
  400: Failure<400, BadRequestError<Document>>;
  401: Failure<401, UnauthorizedError<Document>>;
  403: Failure<403, ForbiddenError<Document>>;
  404: Failure<404, NotFoundError<Document>>;
  405: Failure<405, MethodNotAllowedError<Document>>;
  406: Failure<406, NotAcceptableError<Document>>;
  409: Failure<409, ConflictError<Document>>;
  412: Failure<412, PreconditionFailedError<Document>>;
  413: Failure<413, PayloadTooLargeError<Document>>;
  415: Failure<415, UnsupportedMediaTypeError<Document>>;
  423: Failure<423, LockedError<Document>>;
  429: Failure<429, TooManyRequestsError<Document>>;
  500: Failure<500, ServerError<Document>>;
  501: Failure<501, NotImplementedError<Document>>;
  502: Failure<502, ServerError<Document>>;
  503: Failure<503, ServerError<Document>>;
  504: Failure<504, ServerError<Document>>;
}

/** No response, or a success that cannot be decoded. */
export type Unanswered = InputError | ConnectionError | TimeoutError | AbortedError | DecodeError;

/** For operations that do not document a success status. */
export type AnySuccess = 200 | 201 | 202 | 203 | 204 | 205 | 206;

/** Statuses with their own error class, for operations that do not document errors. */
export type AnyStatus = keyof FailureByStatus;

/** Types of error documents that differ by status; `default` is that of all other statuses. */
export interface ByStatus<Documents> {
  readonly byStatus: Documents;
}

/**
 * Failures of a call: documented statuses, those that any service or proxy can return, and any other status. `Document` is
 * the type of all documented error documents, or `ByStatus` with several. A status that is not documented has the document
 * of `default`, or one of which nothing is known.
 */
export type Failed<Documented extends number, Document = unknown> =
  | FailureOf<Documented, Document>
  | FailureOf<Exclude<0 | 401 | 403 | 429, Documented>, DefaultOf<Document>>
  | Failure<Exclude<500 | 501 | 502 | 503 | 504, Documented>, ServerError<DefaultOf<Document>>>
  | Failure<Exclude<OtherStatus, Documented>, StatusError<DefaultOf<Document>>>;

type DefaultOf<Document> = [Document] extends [ByStatus<{ default: infer Other }>] ? Other : unknown;

type FailureOf<Status extends number, Document> = Status extends AnyStatus
  ? FailureByStatus<DocumentOf<Status, Document>>[Status]
  : Failure<Status, StatusError<DocumentOf<Status, Document>>>;

type DocumentOf<Status extends number, Document> = [Document] extends [ByStatus<infer Documents>]
  ? Status extends keyof Documents
    ? Documents[Status]
    : Documents extends { default: infer Other }
      ? Other
      : unknown
  : Document;

// Without the statuses above, so that a comparison with one of them narrows to its error alone.
type OtherStatus =
  | Redirection
  | 402
  | 407
  | 408
  | 410
  | 411
  | 414
  | 416
  | 417
  | 421
  | 422
  | 424
  | 425
  | 426
  | 428
  | 431
  | 451;
type Redirection = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;

/** Any success or failure. */
export type AnyResult = Ok<number, unknown> | Failure<number, CallError>;

/**
 * A running call. Awaiting it returns the result, success or failure; it never rejects because of the service, the
 * network or the input.
 */
export interface Call<Success extends Ok<number, unknown>, Documented extends number, Document = unknown>
  extends Promise<Success | Failed<Documented, Document>> {
  /** The data of a success. Rejects with the `CallError` of a failure. */
  orThrow(): Promise<Success['data']>;
}

/** The call for a pending result. */
export function callOf<Success extends Ok<number, unknown>, Documented extends number, Document = unknown>(
  result: Promise<AnyResult>,
): Call<Success, Documented, Document> {
  return Object.assign(result, { orThrow: () => result.then(dataOf) }) as Call<Success, Documented, Document>;
}

export function dataOf(result: AnyResult): unknown {
  if (result.ok) return result.data;
  throw result.error;
}
