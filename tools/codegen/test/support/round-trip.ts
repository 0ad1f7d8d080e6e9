import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDispatcher, reply, toFetchHandler } from '@mailwright/server/runtime';
import type { ApiModel, Content, Operation } from '../../src/model/model.ts';
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

/** Calls each operation of a generated client against the generated stub: each body, each documented answer. */
export async function roundTrip(folder: string, model: ApiModel, seed: number): Promise<Trip[]> {
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href);
  const [client, server] = await Promise.all([load('client/index.ts'), load('server/index.ts')]);
  const values = new Values(model.document);
  let received: unknown;
  let answer: unknown;
  const handlers = model.operations.map(({ id }) => [
    id,
    (input: unknown) => {
      received = input;
      return answer;
    },
  ]);
  const faults: unknown[] = [];
  const dispatch = createDispatcher(server.implement(Object.fromEntries(handlers)), {
    authenticate: () => ({ rights: new Set(model.operations.map(({ right }) => right)) }),
    around: (_call, next) => next(undefined),
    onError: (error: unknown) => faults.push(error),
    requireHttps: false,
    validateResponses: true,
  });
  const api = client.createClient({
    baseUrl: 'http://stub.test/base',
    apiKey: 'a-key-of-the-test',
    fetch: toFetchHandler(dispatch, { basePath: '/base' }),
    retries: 0,
  });

  const trips: Trip[] = [];
  for (const [index, operation] of model.operations.entries()) {
    for (const [turn, [body, status, content]] of exchanges(model, operation).entries()) {
      const name = `${operation.id} ${body?.mediaType ?? ''} -> ${status} ${content?.mediaType ?? ''}`;
      const input = inputOf(values, operation, body, seed + index * 100 + turn);
      const value = content && bodyValue(values, content, seed + index * 100 + turn + 50);
      received = undefined;
      answer = reply(status, value);
      const accept: Record<string, string> =
        content && status < 400 ? { headers: { accept: content.mediaType } as never } : {};
      const result = await api[operation.group][operation.clientName](input, accept);
      const got = result.ok ? result.data : result.error.status === status ? result.error.document : result.error;
      trips.push({
        name,
        sent: expected(operation, input),
        received: received === undefined ? (faults.at(-1) ?? result.error) : withoutBuffers(received as Input),
        answered: { status, value },
        got: { status: result.status, value: faults.pop() ?? got },
      });
    }
  }
  return trips;
}

type Exchange = [body: Content | undefined, status: number, content: Content | undefined];

/** Every body with the first answer, and every answer with the first body. HEAD answers have no body. */
function exchanges(model: ApiModel, operation: Operation): Exchange[] {
  const { own } = answersOf(operation, errorSchema(model));
  const answers = own.flatMap(({ status, contents }): [number, Content | undefined][] => {
    const code = status === 'default' ? 418 : status;
    if (operation.method === 'HEAD' || contents.length === 0) return [[code, undefined]];
    return contents.map((content) => [code, content]);
  });
  const usual = answers[0] ?? [200, undefined];
  const bodies = operation.bodies.length > 0 ? operation.bodies : [undefined];
  return [
    ...bodies.map((body): Exchange => [body, ...usual]),
    ...answers.slice(1).map((answer): Exchange => [bodies[0], ...answer]),
  ];
}

function inputOf(values: Values, operation: Operation, body: Content | undefined, seed: number): Input {
  const input: Input = {};
  for (const [index, { name, required, array, schema }] of operation.parameters.entries()) {
    if (!required && (seed + index) % 4 === 0) continue;
    const value = values.of(withoutNull(schema), seed + index, true);
    if (!array || (value as unknown[]).length > 0) input[name] = value;
  }
  if (!body) return input;
  input.body = bodyValue(values, body, seed + 25);
  if (tellsType(operation))
    input.contentType = body.mediaType.replaceAll('*', 'octet-stream').replace(/^octet-stream\//, 'application/');
  return input;
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
  return kind === 'text' ? String(value) : value;
}

const tellsType = ({ bodies }: Operation) =>
  bodies.length > 1 || bodies.some(({ mediaType }) => mediaType.includes('*'));

/** A Buffer is a Uint8Array, though not in the eyes of a test. */
function withoutBuffers(input: Input): Input {
  return input.body instanceof Uint8Array ? { ...input, body: new Uint8Array(input.body) } : input;
}

/** What the handler is to receive: arrays are always there, and defaults stand in. */
function expected(operation: Operation, input: Input): Input {
  const wanted: Input = { ...input };
  for (const { name, array, default: fallback } of operation.parameters)
    if (wanted[name] === undefined && (fallback !== undefined || array)) wanted[name] = fallback ?? [];
  return wanted;
}
