import type { AuthValue, Security } from './auth.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ErrorRule } from './errors/classify.ts';
import { mergedHeaders } from './headers.ts';
import type { Middleware } from './middleware.ts';
import type { Bases, Operation } from './operation.ts';
import type { XmlOptions } from './xml-options.ts';

export interface ConnectOptions {
  /** Base URL of the service with its version, `https://mail.example.com/1.0`; on a page, also relative to it, `/1.0`. */
  baseUrl: string;
  /** Base URLs in place of those that the description gives single operations, by these. */
  servers?: { readonly [url: string]: string };
  /** Credentials by name of the security scheme in the description. */
  auth?: { readonly [scheme: string]: AuthValue | undefined };
  /** Signs the complete request of each attempt and returns it, modified or new. */
  sign?: (request: Request, operation: Operation) => Request | Promise<Request>;
  /** Value of `User-Agent`, if the runtime allows setting it. */
  userAgent?: string;
  /** Sends a request; `globalThis.fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** Timeout of one attempt in milliseconds; the default is that of the operation in the description. */
  timeout?: number;
  /**
   * Timeout of a call in milliseconds, with all attempts and delays; the default is the sum of the timeouts of all attempts.
   */
  deadline?: number;
  /** Number of retries after temporary failures; 2 by default. */
  retries?: number;
  /** Headers of every request. */
  headers?: Record<string, string>;
  /**
   * Asks the service to reject requests with unknown parameters or elements instead of ignoring these
   * (`Prefer: handling=strict`, RFC 7240); true by default for services that report ignored input.
   */
  strict?: boolean;
  /** Called with the parts of a request that the service has ignored, if it reports them in a header. */
  onIgnoredInput?: (ignored: string, operation: Operation) => void;
  /** Options for decoding XML responses. */
  xml?: XmlOptions;
  /** Returns the message of an error document, if it is none of the usual ones: `message`, `detail`, `Message` … */
  errorMessage?: ((document: unknown, operation: Operation) => string | undefined) | undefined;
  /** Middleware around every call; the first one is outermost. */
  middleware?: Middleware[];
  /** Time and random numbers, for tests. */
  clock?: Clock;
}

/** Configuration of calls; created by `connect` and passed to every operation function. */
export interface Connection extends Bases {
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
  readonly errorMessage: ConnectOptions['errorMessage'];
  readonly onIgnoredInput: ConnectOptions['onIgnoredInput'];
  readonly service: Service;
}

/** Properties of the whole service in the description; generated. */
export interface Service {
  /** Base URL of the description, for connections without one of their own. */
  readonly baseUrl?: string;
  readonly security?: Security;
  /** Response header with the id of the request. */
  readonly requestId?: string;
  /** Response header that lists ignored input. */
  readonly ignoredInput?: string;
  /** Error classes of the description, `x-errors`; the first that matches is used. */
  readonly errors?: readonly ErrorRule[];
  /** Reads XML errors that are not described; absent where the description has no XML. */
  readonly readXml?: (xml: string) => unknown;
}

/** Options of a service whose description has a base URL. */
export type OpenOptions = Omit<ConnectOptions, 'baseUrl'> & { baseUrl?: string };

/** Creates a connection without opening it. Throws a `TypeError` if `baseUrl` is not a valid base URL. */
export function connect(options: OpenOptions, service: Service = {}): Connection {
  const baseUrl = checkedBaseUrl(options.baseUrl ?? service.baseUrl ?? '');
  return {
    baseUrl,
    servers: options.servers,
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
    errorMessage: options.errorMessage,
    onIgnoredInput: options.onIgnoredInput,
    service,
  };
}

// Browsers set User-Agent themselves; setting it would only cause additional cross-origin preflights.
function inBrowser(): boolean {
  return 'document' in globalThis;
}

function checkedBaseUrl(baseUrl: string): URL {
  const page = /^[./]/.test(baseUrl) ? (globalThis as { location?: { href: string } }).location?.href : undefined;
  if (URL.canParse(baseUrl, page)) {
    const url = new URL(baseUrl, page);
    const { protocol, search, hash, username, password } = url;
    if (/^https?:$/.test(protocol) && !(search + hash + username + password)) return url;
  }
  throw new TypeError(
    'baseUrl must be like https://host/version (or /version on a page), without query and credentials',
  );
}
