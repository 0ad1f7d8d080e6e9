import type { DecodeOptions } from '@mailwright/xml-codec';
import type { OperationTable } from './api.ts';
import type { ApiError } from './api-error.ts';
import type { BodyBounds } from './bodies-under-way.ts';
import type { Credentials } from './credentials.ts';
import type { Idempotency } from './idempotency.ts';
import type { Input } from './parameters.ts';
import type { RawRequest } from './raw.ts';
import type { Reply } from './reply.ts';

/** Whoever makes a request; services add what they know about it. */
export interface Principal {
  /** Rights of a key, the lower-cased method or what `x-right` of the operation says; all when undefined. */
  rights?: ReadonlySet<string> | undefined;
  /** Scopes of a token, of OAuth 2.0 or OpenID Connect; none when undefined. */
  scopes?: ReadonlySet<string> | undefined;
}

/** Credentials that a request brings for a security scheme of the description. */
export interface Attempt {
  /** Name of the scheme in the description. */
  scheme: string;
  type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect';
  credentials: Credentials;
  /** What the operation asks for; the stub compares them with the `scopes` of the principal. */
  scopes: readonly string[];
  request: RawRequest;
}

/** An admitted request with valid input. */
export interface Call<P extends Principal = Principal> {
  operation: OperationTable;
  input: Input;
  /** Undefined only where nobody needs to say who calls. */
  principal: P | undefined;
  /** By the names of the security schemes; several where the operation asks for several at once. */
  principals: Readonly<Record<string, P>>;
  request: RawRequest;
  requestId: string;
  /** Present when the operation has a parameter `Idempotency-Key` and the request too. Done with in `intercept`. */
  idempotency?: Idempotency | undefined;
}

/** The request that an error answers. */
export interface RefusedCall {
  /** Undefined when the request reached none. */
  operation: OperationTable | undefined;
  request: RawRequest;
  requestId: string;
}

/** What a service adds to the pipeline, and how strict it is. */
export interface Hooks<Context, P extends Principal = Principal> {
  /** Whose credentials these are; undefined when nobody's (401). Wanted where operations ask for credentials. */
  authenticate?(attempt: Attempt): P | undefined | PromiseLike<P | undefined>;
  /**
   * Intercepts each handler: look the resource up (404), refuse when it is sealed (409), open the transaction, then
   * `next(context)`, which gives what the handler returns: a value, or a promise of one. What it returns is answered. Without
   * this hook handlers get `undefined` as context.
   */
  intercept?(call: Call<P>, next: (context: Context) => unknown): unknown;
  /**
   * Answers an error in another way than the stub, which fills the document that the description has for the status. An
   * unexpected exception comes as an `ApiError` with status 500 and the exception as `cause`. The body of the reply is a
   * value of the documented schema, or a text or bytes with a `content-type` among its headers.
   */
  formatError?(error: ApiError, call: RefusedCall): Reply | undefined;
  /** Told of every exception that is no `ApiError`; the client sees a 500 with the request id. */
  onError?(error: unknown, requestId: string): void;
  /** Told of every answer, for the log. */
  onAnswer?(record: AnswerRecord): void;
  /** Refuse plain HTTP with 403; true by default. */
  requireHttps?: boolean;
  /** Check every value a handler returns against the description; by default when NODE_ENV is `test`. */
  validateResponses?: boolean;
  /** How XML bodies are read: limits, `namespaces: 'ignore'`, encodings other than UTF-8. */
  xml?: Omit<DecodeOptions, 'onUnknown'>;
  /** Largest request body in bytes; by default what the description says. */
  maxBody?: number;
  /** Bounds of all bodies under way, in bytes; by default what the description says, if it does. */
  maxBodies?: BodyBounds;
  /** Whose bodies are counted together, such as the account of the principal; by default each principal's own. */
  clientOf?(principal: P): unknown;
  /** Address that links in answers begin with, such as `https://mail.example.com/1.0`; by default that of the request. */
  publicUrl?: string;
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
