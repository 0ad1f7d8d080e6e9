import type { ApiModel, Content, JsonSchema, Operation, Response, ServiceHeaders } from '../model/model.ts';

/** A response with a status of its own and a document of its own. */
export type OwnResponse = Pick<Response, 'contents' | 'headers' | 'status'> & {
  /** HTTP allows it beside a status that is described: part of a 200 in bytes is a 206. */
  implied?: true;
};

/** The responses of an operation, as the stub treats them. */
export interface Answers {
  /** Every success, the first is the usual one, and errors whose document is not the error document. */
  own: OwnResponse[];
  /** Statuses that answer the error document, or nothing. */
  errors: (number | 'default')[];
  /** Statuses of errors without a body. */
  bodiless: (number | 'default')[];
  /** Status of requests that break the description, when it is not 400. */
  badRequest: number | undefined;
  errorTypes: ErrorTypes;
}

/** Media types of the error document. */
export interface ErrorTypes {
  xml?: string;
  json?: string;
}

/**
 * The error document of a description: the schema that most error responses have, of those that say no
 * more than a message; undefined when there is none.
 */
export function errorSchema({ operations, schemas }: ApiModel): string | undefined {
  const uses = new Map<string, number>();
  for (const { status, contents } of operations.flatMap(({ responses }) => responses)) {
    if (!isErrorStatus(status)) continue;
    for (const schema of new Set(contents.map((content) => content.schema))) {
      if (schema !== undefined && isErrorDocument(schemas.get(schema))) uses.set(schema, (uses.get(schema) ?? 0) + 1);
    }
  }
  return [...uses].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** A `message` below the root `error` says all that is required. */
function isErrorDocument({ type, properties = {}, required = [], xml, ...rest }: JsonSchema = {}): boolean {
  const fits = properties.message?.type === 'string' && required.every((name: string) => name === 'message');
  return type === 'object' && fits && !('allOf' in rest) && (xml?.name ?? 'error') === 'error';
}

/**
 * The schema of errors outside of operations: the error document, or else what most errors have of those that the stub can
 * fill in.
 */
export function usualErrorSchema(model: ApiModel, canFill: (schema: string) => boolean): string | undefined {
  const document = errorSchema(model);
  if (document !== undefined) return document;
  const errors = model.operations.flatMap(({ responses }) => responses.filter(({ status }) => isErrorStatus(status)));
  const schemas = errors.flatMap(({ contents }) => [...new Set(contents.flatMap(({ schema }) => schema ?? []))]);
  const uses = Map.groupBy(schemas.filter(canFill), (schema) => schema);
  return [...uses].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

export function answersOf(operation: Operation, document: string | undefined, service: ServiceHeaders = {}): Answers {
  const { responses } = operation;
  const written = writtenByStub(operation, service);
  const successes = responses.filter(({ status }) => typeof status === 'number' && status < 400);
  const own: OwnResponse[] = successes.length > 0 ? successes : [undescribed(responses)];
  const others = responses.filter(({ status }) => !successes.some((response) => response.status === status));
  const hasDocument = ({ contents }: Response) =>
    contents.some(({ schema }) => schema !== undefined && schema === document);
  const isBodiless = ({ contents, status }: Response) => contents.length === 0 && status !== 'default';
  const errors = others.filter(
    (response) => hasDocument(response) || isBodiless(response) || response.status === 'default',
  );
  const answers = [...own, ...partOf(operation, successes), ...others.filter((response) => !hasDocument(response))];
  return {
    own: answers.map(({ headers, ...response }) => ({
      ...response,
      headers: headers.filter(({ name }) => !written.includes(name.toLowerCase())),
    })),
    errors: errors.map(({ status }) => status),
    bodiless: errors.filter(({ contents }) => contents.length === 0).map(({ status }) => status),
    badRequest: badRequestOf(responses),
    errorTypes: errorTypesOf(errors.flatMap(({ contents }) => contents)),
  };
}

/** A request with `Range` can be answered with a part (RFC 9110, section 15.3.7). */
function partOf({ method }: Operation, successes: Response[]): OwnResponse[] {
  const whole = successes.find(({ status }) => status === 200);
  const isPart = successes.some(({ status }) => status === 206);
  if (method !== 'GET' || isPart || !whole?.contents.some(({ kind }) => kind === 'binary')) return [];
  return [{ status: 206, contents: whole.contents, headers: whole.headers, implied: true }];
}

/** Headers that handlers have no say in, in lower case. */
function writtenByStub({ method, paging }: Operation, { requestId, ignoredInput }: ServiceHeaders): string[] {
  const names = [requestId, ignoredInput, paging && 'Link', paging?.total, paging?.pages];
  const length = method === 'HEAD' ? [] : ['content-length'];
  return [...length, ...names.flatMap((name) => (name ? [name.toLowerCase()] : []))];
}

/** Statuses that say something else than that the request breaks the description. */
const HAS_A_REASON = [401, 403, 404, 406, 409, 412, 413, 415, 423, 429];

/** Without 400, the status that is described for it: 422, else one of those without a meaning of their own. */
function badRequestOf(responses: Response[]): number | undefined {
  const statuses = responses.map(({ status }) => status);
  if (statuses.includes(400) || statuses.includes('default')) return undefined;
  if (statuses.includes(422)) return 422;
  return statuses.find(
    (status) => status !== 'default' && status >= 400 && status < 500 && !HAS_A_REASON.includes(status),
  ) as number | undefined;
}

/** Returns the response for successes that are not described: that of `default`, or an empty one. */
function undescribed(responses: Response[]): OwnResponse {
  const fallback = responses.find(({ status }) => status === 'default');
  return { status: 200, contents: fallback?.contents ?? [], headers: fallback?.headers ?? [] };
}

/** Returns the media types of errors outside of operations: that of the first error document, or else JSON. */
export function commonErrorTypes({ operations }: ApiModel, document: string | undefined): ErrorTypes {
  const contents = operations.flatMap(({ responses }) => responses.flatMap((response) => response.contents));
  const types = errorTypesOf(contents.filter(({ schema }) => document !== undefined && schema === document));
  return types.xml === undefined && types.json === undefined ? { json: 'application/json' } : types;
}

function errorTypesOf(contents: Content[]): ErrorTypes {
  const first = (kind: Content['kind']) => contents.find((content) => content.kind === kind)?.mediaType;
  return { xml: first('xml'), json: first('json') };
}

const isErrorStatus = (status: Response['status']): boolean => status === 'default' || status >= 400;

/** The named schema that values of a content are checked against. */
export function checkedSchema({ schema, textSchema }: Content): string | undefined {
  return schema ?? textSchema;
}
