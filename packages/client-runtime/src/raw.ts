import createOpenapiFetch, { type Client, type Middleware, mergeHeaders } from 'openapi-fetch';
import { authorize, type Security } from './auth.ts';
import { decodeBytes, decodeJson } from './body-codec.ts';
import { type ConnectOptions, connect, type OpenOptions, type Service } from './connection.ts';
import { contentFor, isRange } from './media-type.ts';
import type { Bases, Operation, RequestContent } from './operation.ts';
import { accepted } from './request-headers.ts';

/** openapi-fetch: `client.GET('/mailings/{mailingid}/name', { params: { path: { mailingid: 7 } } })`. */
export type RawClient<Paths extends object> = Client<Paths>;

/**
 * A client by method and path. Bodies are values, as everywhere; there are no retries, error classes, paging or
 * middleware of ours: an answer is openapi-fetch's `{ data, error, response }`, and the network's errors are thrown.
 */
export function rawClient<Paths extends object>(
  options: OpenOptions,
  operations: readonly Operation[],
  service: Service = {},
): RawClient<Paths> {
  const { baseUrl: described } = service;
  const connection = connect(options, described === undefined ? {} : { baseUrl: described });
  const { baseUrl, headers, auth } = connection;
  const fetch = options.fetch ? { fetch: options.fetch } : {};
  const client = createOpenapiFetch<Paths>({ baseUrl: baseUrl.href, headers, redirect: 'manual', ...fetch });
  const find = finder(operations);
  const { security } = service;
  if (security) client.use(authorizer(security, auth, (request, schemaPath) => find(request.method, schemaPath)));
  client.use(decoder((request, schemaPath) => find(request.method, schemaPath)));
  const request = (method: string, path: string, init?: Init) => {
    const operation = find(method, path);
    const own = operation ? { ...encoding(operation, init), ...elsewhere(connection, operation) } : init;
    if (!operation?.key) return client.request(method as never, path as never, own as never);
    const middleware = [decoder(() => operation), ...(own?.middleware ?? [])];
    return client.request(method as never, operation.path as never, { ...own, middleware } as never);
  };
  const methods = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'] as const;
  const shortcuts = methods.map((method) => [method, (path: string, init?: Init) => request(method, path, init)]);
  return { ...client, request, ...Object.fromEntries(shortcuts) };
}

/** The option of openapi-fetch for an operation with a base URL of its own. */
const elsewhere = (bases: Bases, operation: Operation) => operation.base && { baseUrl: operation.base(bases).href };

interface Init {
  middleware?: Middleware[];
  headers?: Parameters<typeof mergeHeaders>[0];
  body?: unknown;
}

type Find = (method: string, path: string) => Operation | undefined;

function finder(operations: readonly Operation[]): Find {
  const byAddress = new Map(
    operations.map((operation) => [`${operation.method} ${operation.key ?? operation.path}`, operation]),
  );
  return (method, path) => byAddress.get(`${method.toUpperCase()} ${path}`);
}

/** Options for openapi-fetch, which treats every body as JSON. */
function encoding(operation: Operation, init: Init = {}): Init & { bodySerializer?: (body: unknown) => unknown } {
  const given = mergeHeaders(init.headers);
  const content = contentFor(operation.bodies ?? [], given.get('content-type') ?? undefined);
  const type = content && !isRange(content.type) ? content.type : 'application/octet-stream';
  const own = { accept: accepted(operation), ...(init.body === undefined ? {} : { 'content-type': type }) };
  const encode = (body: unknown) => (content as RequestContent).encode(body);
  return { ...init, headers: mergeHeaders(own, given), ...(content ? { bodySerializer: encode } : {}) };
}

/** Adds the credentials that an operation requires. */
function authorizer(
  security: Security,
  auth: NonNullable<ConnectOptions['auth']>,
  find: (request: Request, schemaPath: string) => Operation | undefined,
): Middleware {
  return {
    async onRequest({ request, schemaPath }) {
      const { headers } = request;
      const url = new URL(request.url);
      await authorize({ headers, url }, find(request, schemaPath) ?? {}, security, auth);
      if (url.href === request.url) return undefined;
      return new Request(url, request);
    },
  };
}

/** Responses that are already JSON, although their media type says otherwise. */
const converted = new WeakSet<Response>();

/** Converts documented bodies that openapi-fetch cannot read to JSON, unless the caller reads them differently. */
function decoder(find: (request: Request, schemaPath: string) => Operation | undefined): Middleware {
  return {
    async onResponse({ request, response, schemaPath, options }) {
      const { responses } = find(request, schemaPath) ?? {};
      if (!responses || options.parseAs !== 'json' || converted.has(response)) return undefined;
      const contents = responses[response.status] ?? (response.ok ? responses.success : responses.failure) ?? [];
      const content = contentFor(contents, response.headers.get('content-type') ?? undefined);
      if (!content || content.decode === decodeBytes || content.decode === decodeJson) return undefined;
      const value = content.decode(new Uint8Array(await response.arrayBuffer()));
      const { status, statusText } = response;
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      headers.delete('content-encoding');
      const answer = new Response(JSON.stringify(value), { status, statusText, headers });
      converted.add(answer);
      return answer;
    },
  };
}
