import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDispatcher, reply, toFetchHandler } from '@mailwright/server-runtime';
import type { ApiModel, Content, Operation } from '../../src/model/model.ts';
import { isBodiless } from '../../src/model/operations.ts';
import { isIdempotencyKey, isMap } from '../../src/model/parameters.ts';
import { servedOperations } from '../../src/model/routes.ts';
import { answersOf, errorSchema } from '../../src/server/answers.ts';
import { Values } from './values.ts';

/** One call and its answer: what was given at one end, and what came out at the other. */
export interface Trip {
  /** `updatePet application/xml -> 200 application/json` */
  name: string;
  sent: unknown;
  received: unknown;
  answered: unknown;
  got: unknown;
}

type Input = Record<string, unknown>;

const BASE = 'http://stub.test/base';

/**
 * Calls each operation of a generated client against the generated stub: each body, each documented answer. `unmade` are
 * the calls that no valid value was found for.
 */
export async function roundTrip(
  folder: string,
  whole: ApiModel,
  seed: number,
): Promise<{ trips: Trip[]; unmade: string[] }> {
  const model = { ...whole, operations: servedOperations(whole) };
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href);
  const [client, server] = await Promise.all([load('client/index.ts'), load('server/index.ts')]);
  const values = new Values(model.document);
  let received: unknown;
  let answer: unknown;
  const handlers = model.operations.map(({ id }) => [
    id,
    async (input: Input) => {
      received = { ...input, ...(isIterable(input.body) && { body: await listOf(input.body) }) };
      return answer;
    },
  ]);
  const faults: unknown[] = [];
  const dispatch = createDispatcher(server.implement(Object.fromEntries(handlers)), {
    authenticate: ({ scopes }) => ({ scopes: new Set(scopes) }),
    intercept: (_call, next) => next(undefined),
    onError: (error: unknown) => faults.push(error),
    requireHttps: false,
    validateResponses: true,
  });
  const inBase = toFetchHandler(dispatch, { basePath: '/base' });
  const elsewhere = toFetchHandler(dispatch);
  const api = client.createClient({
    baseUrl: BASE,
    auth: Object.fromEntries([...model.securitySchemes.keys()].map((name) => [name, 'a-key-of-the-test'])),
    fetch: (request: Request) => (request.url.startsWith(BASE) ? inBase(request) : elsewhere(request)),
    retries: 0,
  });

  const trips: Trip[] = [];
  const unmade: string[] = [];
  for (const [index, operation] of model.operations.entries()) {
    for (const [turn, { body, status, content, accept }] of exchanges(model, operation).entries()) {
      const name = `${operation.id} ${body?.mediaType ?? ''} -> ${status} ${content?.mediaType ?? ''}`;
      const input = inputOf(values, operation, body, seed + index * 100 + turn);
      const value = content && bodyValue(values, content, seed + index * 100 + turn + 50);
      if (input === undefined || (content && value === undefined) || !isCallable(model, operation)) {
        unmade.push(name);
        continue;
      }
      received = undefined;
      answer = reply(status, value);
      const options = accept === undefined ? {} : { headers: { accept } };
      const result = await api[operation.group][operation.clientName](input, options);
      const data = isIterable(result.data) ? await listOf(result.data) : result.data;
      const got = result.ok ? data : result.error.status === status ? result.error.document : result.error;
      trips.push({
        name,
        sent: await withTexts(expected(operation, input)),
        received:
          received === undefined ? (faults.at(-1) ?? result.error) : await withTexts(withoutBuffers(received as Input)),
        answered: { status, value },
        got: { status: result.status, value: faults.pop() ?? got },
      });
    }
  }
  return { trips, unmade };
}

/** No request carries two values of `Authorization`, and `fetch` sends no body with GET. */
function isCallable({ securitySchemes, security }: ApiModel, operation: Operation): boolean {
  if (isBodiless(operation.method) && operation.bodyRequired) return false;
  const inAuthorization = (name: string) => !/apiKey|mutualTLS|undescribed/.test(securitySchemes.get(name)!.type);
  const alternatives = operation.security ?? security;
  return (
    alternatives.length === 0 ||
    alternatives.some((requirement) => Object.keys(requirement).filter(inAuthorization).length < 2)
  );
}

const isIterable = (body: unknown): body is AsyncIterable<unknown> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body && !(body instanceof ReadableStream);

async function listOf(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const item of items) list.push(item);
  return list;
}

interface Exchange {
  body?: Content | undefined;
  status: number;
  content?: Content | undefined;
  /** The media type that the client asks for. */
  accept?: string;
}

/**
 * Every body with the first answer, and every answer with the first body. Answers of failures are in the type that the
 * client accepts of a success, or their first.
 */
function exchanges(model: ApiModel, operation: Operation): Exchange[] {
  const { own } = answersOf(operation, errorSchema(model));
  const offers = own
    .filter(({ status }) => typeof status === 'number' && status < 300)
    .flatMap(({ contents }) => contents);
  const answers = own.flatMap(({ status, contents }): Exchange[] => {
    const code = status === 'default' ? 418 : status;
    if (operation.method === 'HEAD' || contents.length === 0) return [{ status: code }];
    const usual = contents.find(({ mediaType }) => mediaType === offers[0]?.mediaType) ?? contents[0];
    return contents.flatMap((content): Exchange[] => {
      const { mediaType } = content;
      if (offers.some((offer) => offer.mediaType === mediaType)) return [{ status: code, content, accept: mediaType }];
      return content === usual ? [{ status: code, content }] : [];
    });
  });
  const usual = answers[0] ?? { status: 200 };
  const [first, ...others] = isBodiless(operation.method) ? [] : operation.bodies;
  return [
    { ...usual, body: first },
    ...others.map((body) => ({ ...usual, body })),
    ...answers.slice(1).map((answer) => ({ ...answer, body: first })),
  ];
}

function inputOf(values: Values, operation: Operation, body: Content | undefined, seed: number): Input | undefined {
  const input: Input = {};
  for (const [index, parameter] of operation.parameters.entries()) {
    const { name, required, array, schema } = parameter;
    if (isIdempotencyKey(parameter)) continue;
    if (!required && (seed + index) % 4 === 0) continue;
    const value = values.of(withoutNull(schema), seed + index, true);
    if ((value === undefined || value === '') && required) return undefined;
    // An empty text, and an empty list, is an absent parameter.
    const empty = value === undefined || value === '' || (array && (value as unknown[]).length === 0);
    if (!empty) input[name] = value;
  }
  if (!body) return input;
  input.body = bodyValue(values, body, seed + 25);
  if (input.body === undefined) return undefined;
  if (tellsType(operation))
    input.contentType = body.mediaType.replaceAll('*', 'octet-stream').replace(/^octet-stream\//, 'application/');
  return input;
}

/** Files in a form, as the texts in them. */
async function withTexts(input: Input): Promise<Input> {
  if (typeof input.body !== 'object' || input.body === null || Object.getPrototypeOf(input.body) !== Object.prototype)
    return input;
  const text = async (value: unknown): Promise<unknown> =>
    value instanceof Blob ? value.text() : Array.isArray(value) ? Promise.all(value.map(text)) : value;
  const entries = Object.entries(input.body).map(async ([name, value]) => [name, await text(value)] as const);
  return { ...input, body: Object.fromEntries(await Promise.all(entries)) };
}

/** A parameter cannot be null. */
function withoutNull(schema: Record<string, unknown>): Record<string, unknown> {
  return { allOf: [schema, { not: { type: 'null' } }] };
}

function bodyValue(values: Values, { kind, schema, textSchema }: Content, seed: number): unknown {
  if (kind === 'binary') return new TextEncoder().encode(`bytes ${seed} \u0000\u00ff`);
  const name = schema ?? textSchema;
  if (kind === 'text' && name === undefined) return `text ${seed} é <&>`;
  const value = values.of({ $ref: `#/components/schemas/${name!.replaceAll('~', '~0').replaceAll('/', '~1')}` }, seed);
  if (kind === 'sequence') return value === undefined ? undefined : [value];
  return kind === 'text' && value !== undefined ? String(value) : value;
}

const tellsType = ({ bodies }: Operation) =>
  bodies.length > 1 || bodies.some(({ mediaType }) => mediaType.includes('*'));

/** A Buffer is a Uint8Array, though not in the eyes of a test. */
function withoutBuffers(input: Input): Input {
  return input.body instanceof Uint8Array ? { ...input, body: new Uint8Array(input.body) } : input;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** What the handler is to receive: arrays are always there, and defaults stand in. */
function expected(operation: Operation, input: Input): Input {
  const wanted: Input = { ...input };
  for (const { name, array, scalar, form, required, default: fallback } of operation.parameters) {
    // An object without members has no pairs: it is absent.
    if (form?.deep !== undefined && isEmpty(wanted[name])) wanted[name] = required ? {} : undefined;
    if (isMap({ ...(form && { form }) })) wanted[name] ??= {};
    if (form?.defaults && wanted[name] !== undefined) wanted[name] = { ...form.defaults, ...(wanted[name] as object) };
    // A parameter that is a text or a number is a text.
    const text = (value: unknown) => (['number', 'boolean'].includes(typeof value) ? String(value) : value);
    if (wanted[name] !== undefined && scalar === 'string' && !form)
      wanted[name] = Array.isArray(wanted[name]) ? wanted[name].map(text) : text(wanted[name]);
    if (wanted[name] === undefined && (fallback !== undefined || array)) wanted[name] = fallback ?? [];
  }
  return wanted;
}
