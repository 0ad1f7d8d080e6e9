import type { DecodeOptions } from '@mailwright/xml-codec';
import type { OperationTable } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { BodiesUnderWay, BodyBounds } from './bodies-under-way.ts';
import type { Credentials } from './credentials.ts';
import type { Idempotency } from './idempotency.ts';
import type { Input } from './parameters.ts';
import type { RawRequest } from './raw.ts';
import type { Reply } from './reply.ts';

/** The authenticated caller; services can add properties. */
export interface Principal {
  /** Rights of a key: the lower-case method, or the `x-right` of the operation, and its `x-privilege`; all if undefined. */
  rights?: Names | undefined;
  /** Role from which a person has the rights, for messages; undefined for a key. */
  role?: string | undefined;
  /** Scopes of an OAuth 2.0 or OpenID Connect token; none if undefined. */
  scopes?: Names | undefined;
}

/** Names of rights or scopes. */
export type Names = readonly string[] | ReadonlySet<string>;

/** Credentials in a request for a security scheme of the description. */
export interface Attempt {
  /** Name of the scheme in the description. */
  scheme: string;
  type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | 'undescribed';
  credentials: Credentials;
  /** Scopes that the operation requires; the stub compares them with the `scopes` of the principal. */
  scopes: readonly string[];
  request: RawRequest;
}

/** An authenticated request with valid input. */
export interface Call<P extends Principal = Principal> {
  operation: OperationTable;
  input: Input;
  /** Undefined only if authentication is not required. */
  principal: P | undefined;
  /** By name of the security scheme; several if the operation requires a combination. */
  principals: Readonly<Record<string, P>>;
  request: RawRequest;
  requestId: string;
  /** Present if the operation has a parameter `Idempotency-Key` and the request contains it. Handled in `intercept`. */
  idempotency?: Idempotency | undefined;
}

/** The request to which an error is returned. */
export interface RefusedCall {
  /** Undefined if the request did not reach an operation. */
  operation: OperationTable | undefined;
  request: RawRequest;
  requestId: string;
}

/** Hooks and options of the stub. */
export interface Hooks<Context, P extends Principal = Principal> {
  /** Returns the principal for credentials, or undefined for a 401. Required if operations require credentials. */
  authenticate?(attempt: Attempt): P | undefined | PromiseLike<P | undefined>;
  /**
   * Runs around each handler: looks up the resource (404), rejects sealed ones (409), opens the transaction, then calls
   * `next(context)`, which returns the result of the handler: a value, or a promise of one. Its result is the response. Without
   * this hook, handlers get `undefined` as context.
   */
  intercept?(call: Call<P>, next: (context: Context) => unknown): unknown;
  /**
   * Replaces the error response of the stub, which fills in the document that the description defines for the status. An
   * unexpected exception is passed as an `ApiError` with status 500 and the exception as `cause`. The body of the reply is a
   * value of the documented schema, or a text or bytes with a `content-type` among its headers.
   */
  formatError?(error: ApiError, call: RefusedCall): Reply | undefined;
  /**
   * Called with every exception that is not an `ApiError`; the client gets a 500 with the request id. Without this hook the
   * exception is logged to the standard error output.
   */
  onError?(error: unknown, requestId: string): void;
  /** Called after every response, for logging. */
  onAnswer?(record: AnswerRecord): void;
  /** Whether to reject plain HTTP with 403; true by default. */
  requireHttps?: boolean;
  /** Whether to validate results of handlers against the description; by default if NODE_ENV is `test`. */
  validateResponses?: boolean;
  /** Options for decoding XML bodies: limits, `namespaces: 'ignore'`, encodings other than UTF-8. */
  xml?: Omit<DecodeOptions, 'onUnknown'>;
  /** Maximum size of a request body in bytes; the default is that in the description. */
  maxBody?: number;
  /** Maximum bytes of all bodies being processed; the default is that in the description, if any. */
  maxBodies?: BodyBounds;
  /** Counts the bodies, in place of `maxBodies`, with those that something else beside this API receives. */
  bodies?: BodiesUnderWay;
  /**
   * Returns the client whose bodies share a memory limit, such as the account of the principal; by default the principal
   * itself.
   */
  clientOf?(principal: P): unknown;
  /**
   * Base URL of links in responses, such as `https://mail.example.com/1.0`, or a function that returns the one for a request;
   * by default that of the request, which is what the client sent as `Host`.
   */
  publicUrl?: string | ((request: RawRequest) => string);
}

/** Nothing in it is personal: neither path nor parameters. */
export interface AnswerRecord {
  /** Undefined when the request reached no operation. */
  operation: string | undefined;
  method: string;
  status: number;
  milliseconds: number;
  requestId: string;
}
