import type { AuthValue, Security } from './auth.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ErrorRule } from './errors/classify.ts';
import { mergedHeaders } from './headers.ts';
import type { Middleware } from './middleware.ts';
import type { Operation } from './operation.ts';
import type { XmlOptions } from './xml-options.ts';

export interface ConnectOptions {
  /** Address of the service with its version, `https://mail.example.com/1.0`. */
  baseUrl: string;
  /** Credentials by the names of the security schemes of the description. */
  auth?: { readonly [scheme: string]: AuthValue | undefined };
  /** Signs each attempt, when all else is in the request: gives it back, changed or new. */
  sign?: (request: Request, operation: Operation) => Request | Promise<Request>;
  /** Value of `User-Agent`, where the runtime lets it be set. */
  userAgent?: string;
  /** Sends a request; `globalThis.fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds that one attempt may take; by default what the description says of the operation. */
  timeout?: number;
  /** Milliseconds that a call may take with all attempts and pauses; by default the timeouts of all attempts together. */
  deadline?: number;
  /** How often a call is repeated after a failure that may pass; 2 by default. */
  retries?: number;
  /** Headers of every request. */
  headers?: Record<string, string>;
  /**
   * Asks to be refused when a request has something that the service does not know, rather than served without it
   * (`Prefer: handling=strict`, RFC 7240); by default for services that say what they have ignored.
   */
  strict?: boolean;
  /** Told what a service has ignored of a request, where it has a header that says so. */
  onIgnoredInput?: (ignored: string, operation: Operation) => void;
  /** How XML answers are read. */
  xml?: XmlOptions;
  /** Wraps every call, the first one outermost. */
  middleware?: Middleware[];
  /** Time and chance; for tests. */
  clock?: Clock;
}

/** Where calls go and how; made by `connect`, taken by every operation function. */
export interface Connection {
  readonly baseUrl: URL;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly headers: Headers;
  readonly middleware: readonly Middleware[];
  readonly timeout: number | undefined;
  readonly deadline: number | undefined;
  readonly retries: number;
  readonly clock: Clock;
  readonly auth: NonNullable<ConnectOptions['auth']>;
  readonly sign: ConnectOptions['sign'];
  readonly xml: XmlOptions | undefined;
  readonly onIgnoredInput: ConnectOptions['onIgnoredInput'];
  readonly service: Service;
}

/** What the description says of the whole service; generated. */
export interface Service {
  readonly security?: Security;
  /** Header with an id of the request. */
  readonly requestId?: string;
  /** Header with what was ignored of the request. */
  readonly ignoredInput?: string;
  /** Errors of its own, `x-errors`, the first that fits. */
  readonly errors?: readonly ErrorRule[];
}

/** Makes a connection. Opens nothing yet. Throws a `TypeError` when `baseUrl` is no address of a service. */
export function connect(options: ConnectOptions, service: Service = {}): Connection {
  const baseUrl = checkedBaseUrl(options.baseUrl);
  return {
    baseUrl,
    fetch: options.fetch ?? ((request) => fetch(request)),
    headers: mergedHeaders(
      (options.strict ?? service.ignoredInput !== undefined) ? { prefer: 'handling=strict' } : {},
      options.userAgent === undefined || inBrowser() ? {} : { 'user-agent': options.userAgent },
      options.headers,
    ),
    middleware: options.middleware ?? [],
    timeout: options.timeout,
    deadline: options.deadline,
    retries: options.retries ?? 2,
    clock: options.clock ?? systemClock,
    auth: options.auth ?? {},
    sign: options.sign,
    xml: options.xml,
    onIgnoredInput: options.onIgnoredInput,
    service,
  };
}

// Browsers say themselves who they are; a header of ours would only make the cross-origin check ask for more.
function inBrowser(): boolean {
  return 'document' in globalThis;
}

function checkedBaseUrl(baseUrl: string): URL {
  if (URL.canParse(baseUrl)) {
    const url = new URL(baseUrl);
    const { protocol, search, hash, username, password } = url;
    if (/^https?:$/.test(protocol) && !(search + hash + username + password)) return url;
  }
  throw new TypeError('baseUrl must be like https://host/version, without query and credentials');
}
