import { type Accepted, acceptedName, isOpen, mediaTypeAliases } from './accept.ts';
import { checkAnswer, checkErrorStatus, isLongList, writeAnswer } from './answer.ts';
import type { OperationTable, SecurityRequirement } from './api.ts';
import { ApiError, badRequest, forbidden, notFound } from './api-error.ts';
import { BodiesUnderWay } from './bodies-under-way.ts';
import { type Announced, announcedContent, readBody } from './body.ts';
import type { FindMembers } from './body-value.ts';
import { showConditions } from './conditions.ts';
import type { Call, Hooks, Principal } from './hooks.ts';
import { type NamedRequest, takeIdempotencyKey, toIdempotency } from './idempotency.ts';
import type { Implementation } from './implementation.ts';
import { andThen, isPromise, lastly, type MaybePromise } from './maybe-promise.ts';
import { nearestPath } from './nearest.ts';
import { type CompiledOperation, compileOperations } from './operation.ts';
import type { Input } from './parameters.ts';
import { type Dispatch, header, type RawRequest, type RawResponse, wholePath } from './raw.ts';
import { refusalWriter } from './refusal.ts';
import { requestIdOf } from './request-id.ts';
import { type Match, Router } from './router.ts';
import { movePointer } from './schema-fault.ts';
import { type Authenticate, type Authenticated, authenticator, demandRight } from './security.ts';
import { isOfBody, isStream, observed } from './streams.ts';
import { show } from './text.ts';
import { turns } from './turns.ts';
import { UnknownInputs } from './unknown-input.ts';
import { unknownMembers } from './unknown-members.ts';

/**
 * The whole API as one function that never rejects. The order of checks: 403 plain HTTP, 401, 404 unknown
 * path / 405 / 403 right, 406, 415, 501 no handler, 400 against the description, 413; then `intercept` and the handler.
 */
export function createDispatcher<Context, P extends Principal>(
  implementation: Implementation<Context>,
  hooks: Hooks<Context, P>,
): Dispatch {
  const { api } = implementation;
  const idHeader = api.headers?.requestId;
  const ignoredHeader = api.headers?.ignoredInput;
  const otherNames = mediaTypeAliases(api.mediaTypeAliases);
  const operations = compileOperations(implementation, otherNames);
  const router = new Router<CompiledOperation<Context>>();
  /** Operations with servers of their own, by the whole path of a request. */
  const others = new Router<CompiledOperation<Context>>();
  for (const operation of operations) {
    const { method, path, servers, aliases = [], conditions = [], excludes = [], parameters } = operation.table;
    const greedy = parameters.filter((each) => each.greedy).map(({ name }) => name);
    const ways: NonNullable<OperationTable['aliases']> = [{ method, path }, ...aliases];
    const options = { excludes, greedy };
    for (const { contains, ...way } of ways)
      if (!servers) router.add(way.method, way.path, operation, conditions, { ...options, contains });
      else
        for (const base of servers)
          others.add(way.method, base + way.path, operation, conditions, { ...options, contains });
  }
  const findUnknownMembers = unknownMembers(api.shapes ?? []);
  const hasOthers = operations.some(({ table }) => table.servers);
  const paths = [...new Set(operations.map(({ table }) => table.path))];
  const authenticateFor = authenticators(api, hooks);
  const byOperation = new Map(operations.map(({ table }) => [table, authenticateFor(table)]));
  /** For requests without an operation: the default security requirements. */
  const elsewhere = authenticateFor();
  const refuse = refusalWriter(api, otherNames);
  const {
    requireHttps = true,
    validateResponses = globalThis.process?.env?.NODE_ENV === 'test',
    maxBody = api.maxBody,
    maxBodies = api.maxBodies,
    bodies = new BodiesUnderWay(maxBodies),
    publicUrl,
  } = hooks;
  const onError = hooks.onError?.bind(hooks) ?? logError;
  const clientOf = (principal: P | undefined) => principal && (hooks.clientOf?.(principal) ?? principal);
  const intercept = hooks.intercept?.bind(hooks) ?? ((_call, next) => next(undefined as Context));
  const keysInQuery = new Set(
    Object.values(api.securitySchemes ?? {}).flatMap(({ in: place, name }) =>
      place === 'query' && name ? [name] : [],
    ),
  );

  function serve(
    request: RawRequest,
    match: Match<CompiledOperation<Context>>,
    requestId: string,
  ): MaybePromise<RawResponse> {
    if (requireHttps && !request.secure) throw forbidden('Only HTTPS is accepted.');
    const authenticate = match.found === 'route' ? byOperation.get(match.route.target.table) : elsewhere;
    if (!authenticate) return admit(request, match, requestId, { principal: undefined, principals: {} });
    return andThen(authenticate(request), (caller) => admit(request, match, requestId, caller));
  }

  /** Everything after authentication. */
  function admit(
    request: RawRequest,
    match: Match<CompiledOperation<Context>>,
    requestId: string,
    { principal, principals }: Authenticated<P>,
  ): MaybePromise<RawResponse> {
    if (match.found !== 'route') throw unreachable(match, request, paths);
    const operation = match.route.target;
    const { table, handler } = operation;
    demandRight(principal, table);
    const named = acceptedType(operation, request);
    const announced = announcedContent(table, request, hooks.xml?.encoding, otherNames);
    const accepted = announced?.content.twinOf === undefined ? named : inKind(operation, request, announced, named);
    if (!handler) throw new ApiError(501, `The operation ${table.id} is not implemented.`);
    const unknown = new UnknownInputs();
    const input = operation.readParameters(request, match.route.names, match.values, (name) => {
      if (!keysInQuery.has(name)) unknown.parameter(name, operation.queryNames);
    });
    unknown.refuse(request);
    const key = takeIdempotencyKey(table, input, request);
    const call: Call<P> = { operation: table, input, principal, principals, request, requestId };
    if (table.bodies.length === 0) return run(operation, call, key, accepted, unknown);
    const underWay = bodies.begin(clientOf(principal));
    const xml = { ...hooks.xml, onUnknown: unknown.element };
    const members: FindMembers = (value, shape, first = 0) =>
      findUnknownMembers(value, shape, (member) =>
        unknown.member(first === 0 ? member : { ...member, path: movePointer(member.path, first) }),
      );
    const reading = { maxBody, xml, members, underWay };
    const answer = () =>
      andThen(
        readBody(table, announced, request, reading, (bytes) => key?.parts.push(bytes)),
        (value) => {
          unknown.refuse(request);
          input.body = value;
          if (operation.tellsContentType) input.contentType = value === undefined ? undefined : announced?.contentType;
          return run(operation, call, key, accepted, unknown);
        },
      );
    return lastly(answer, underWay.release);
  }

  function run(
    operation: CompiledOperation<Context>,
    call: Call<P>,
    named: NamedRequest | undefined,
    accepted: Accepted | undefined,
    unknown: UnknownInputs,
  ): MaybePromise<RawResponse> {
    const { input, request, principal } = call;
    const next = validateResponses
      ? (context: Context) => checked(operation, accepted, input, context)
      : (context: Context) => operation.handler?.(input, context);
    const write = (result: unknown): RawResponse => {
      const answer = writeAnswer(operation, request, publicUrl, input, accepted, result, validateResponses);
      if (isStream(answer.body))
        answer.body = observed(answer.body, (error) => tell(() => onError(error, call.requestId)));
      const ignored = ignoredHeader && unknown.header();
      if (ignored) answer.headers.push([ignoredHeader, ignored]);
      return answer;
    };
    const identified = named && toIdempotency(named);
    return andThen(identified, (idempotency) => {
      if (idempotency) call.idempotency = idempotency;
      return andThen(intercept(call, next), (result) =>
        isLongList(operation, result) ? turns.once(clientOf(principal), () => write(result)) : write(result),
      );
    });
  }

  function failure(
    error: unknown,
    request: RawRequest,
    operation: CompiledOperation<Context> | undefined,
    id: string,
  ): RawResponse {
    if (!(error instanceof ApiError)) tell(() => onError(error, id));
    const known = error instanceof ApiError ? error : internalError(error, id);
    const write = operation?.refuse ?? refuse;
    try {
      const own = hooks.formatError?.(known, { operation: operation?.table, request, requestId: id });
      return write(known, request, id, own);
    } catch (broken) {
      tell(() => onError(broken, id));
      return { status: known.status, headers: [...known.headers], body: undefined };
    }
  }

  return (request) => {
    const started = hooks.onAnswer && performance.now();
    const requestId = requestIdOf(request, idHeader?.toLowerCase());
    const match = (hasOthers && findOther(others, request)) || find(router, request);
    const operation = match.found === 'route' ? match.route.target : undefined;
    // If no operation with this method and path matches, the first one defines the form of the error.
    const nearest =
      match.found === 'no condition'
        ? operations.find(({ table }) => table.conditions === match.conditions[0])
        : operation;
    const finish = (response: RawResponse): RawResponse => {
      if (idHeader) response.headers.push([idHeader, requestId]);
      if (operation) announce(operation, response);
      if (started !== undefined) {
        const { method } = request;
        const milliseconds = performance.now() - started;
        const { status } = response;
        tell(() => hooks.onAnswer?.({ operation: operation?.table.id, method, status, milliseconds, requestId }));
      }
      return response;
    };
    const fail = (error: unknown) => finish(failure(error, request, nearest, requestId));
    try {
      const response = serve(request, match, requestId);
      return isPromise(response) ? response.then(finish, fail) : finish(response);
    } catch (error) {
      return fail(error);
    }
  };
}

/** Undefined where no path of another server is meant. */
function findOther<Target>(others: Router<Target>, request: RawRequest): Match<Target> | undefined {
  const { method, query, headers } = request;
  const match = others.find({ method, path: wholePath(request), query, headers });
  return match.found === 'route' || match.found === 'no condition' || request.path === '' ? match : undefined;
}

/** Some clients join a base URL that ends with a slash and a path that starts with one. */
function find<Target>(router: Router<Target>, request: RawRequest): Match<Target> {
  const match = router.find(request);
  if (match.found !== 'nothing' || !request.path.startsWith('//')) return match;
  const { method, query, headers } = request;
  return router.find({ method, path: request.path.slice(1), query, headers });
}

/** Security requirements of an operation, or of the whole API without one; undefined if there are none. */
function authenticators<Context, P extends Principal>(
  { securitySchemes = {}, security = [] }: Implementation<Context>['api'],
  { authenticate }: Hooks<Context, P>,
): (table?: OperationTable) => Authenticate<P> | undefined {
  const made = new Map<readonly SecurityRequirement[], Authenticate<P> | undefined>();
  return (table) => {
    const requirements = table?.security ?? (table?.secured === false ? [] : security);
    if (!made.has(requirements)) {
      const found = authenticator<P>(requirements, securitySchemes, (attempt) => authenticate?.(attempt));
      if (found && !authenticate) throw new Error('Operations require credentials: provide the hook authenticate');
      made.set(requirements, found);
    }
    return made.get(requirements);
  };
}

/** Adds what every response of an operation says, unless the handler has said it. */
function announce<Context>({ announced }: CompiledOperation<Context>, { headers }: RawResponse): void {
  for (const [name, value] of announced)
    if (!headers.some(([other]) => other.toLowerCase() === name.toLowerCase())) headers.push([name, value]);
}

/** Runs the handler and validates its result against the description. */
async function checked<Context>(
  operation: CompiledOperation<Context>,
  accepted: Accepted | undefined,
  input: Input,
  context: Context,
): Promise<unknown> {
  let result: unknown;
  try {
    result = await operation.handler?.(input, context);
  } catch (error) {
    if (error instanceof ApiError && !isOfBody(error)) checkErrorStatus(operation, error.status);
    throw error;
  }
  checkAnswer(operation, accepted?.mediaType, result);
  return result;
}

const internalError = (cause: unknown, id: string): ApiError =>
  new ApiError(500, `Internal error. Include the request id ${id} when you report it.`, { cause });

/** Logs an error of a handler or a hook if the program has no `onError`. */
const logError = (error: unknown, id: string): void => console.error('Request %s failed:', id, error);

/** An error in a log hook must not affect the response, but should be visible. */
function tell(log: () => void): void {
  try {
    log();
  } catch (error) {
    const warning = error instanceof Error ? error : String(error);
    if ('process' in globalThis) process.emitWarning(warning);
    else console.warn(warning);
  }
}

function unreachable<Target>(match: Match<Target>, { method, path }: RawRequest, paths: readonly string[]): ApiError {
  if (match.found === 'bad encoding') {
    return badRequest(`path must be percent-encoded UTF-8 but has the segment ${show(match.segment)}`);
  }
  if (match.found === 'no condition') {
    const known = match.conditions.slice(0, 10).map(showConditions).join('; ');
    return badRequest(
      `${method} ${show(path)} is several operations, told apart by parameters; it takes one of: ${known}`,
    );
  }
  if (match.found === 'path') {
    return new ApiError(
      405,
      `${show(method)} is not offered by ${show(path)}; offered are ${match.allow.join(', ')}.`,
      {
        headers: [['Allow', match.allow.join(', ')]],
      },
    );
  }
  const near = nearestPath(path, paths);
  return notFound(
    `No resource has the path ${show(path || '/')}${near === undefined ? '.' : `; did you mean ${near}?`}`,
  );
}

/** Some clients also send the type of the uploaded file in Accept. */
function namesUpload({ bodies }: OperationTable, request: RawRequest, accept: string | undefined): boolean {
  return accept === header(request, 'content-type') && bodies.some(({ mediaType }) => mediaType.includes('*'));
}

/** The media type of the response; undefined if the response has no body. @throws ApiError 406 */
function acceptedType<Context>(
  { table, offers, negotiate }: CompiledOperation<Context>,
  request: RawRequest,
): Accepted | undefined {
  if (offers.length === 0) return undefined;
  const accept = header(request, 'accept');
  const { index, name } = negotiate(accept);
  const best = offers[index] ?? (namesUpload(table, request, accept) ? offers[0] : undefined);
  if (best) return { mediaType: best.names[0] as string, name };
  const offered = offers.map(({ names }) => names[0]).join(' or ');
  throw new ApiError(406, `Accept must allow ${offered} but was ${show(accept)}`);
}

/** Answers in JSON if the client sends JSON and accepts any type. */
function inKind<Context>(
  { offers }: CompiledOperation<Context>,
  request: RawRequest,
  { content, sent }: Announced,
  accepted: Accepted | undefined,
): Accepted | undefined {
  const offered = offers.find(({ names }) => names[0] === content.mediaType);
  if (!offered || !isOpen(header(request, 'accept'))) return accepted;
  return { mediaType: content.mediaType, name: acceptedName(sent, offered) };
}
