import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDispatcher, toFetchHandler } from '@mailwright/server-runtime';
import type { Problem } from '../../src/common/errors.ts';
import { type GenerateOptions, generate } from '../../src/generate.ts';
import type { OpenApiDocument } from '../../src/model/model.ts';

const OUTPUT = path.join(import.meta.dirname, '../generated');

/** A generated client and the generated stub that it talks to, and what reached the handlers. */
export interface Pair {
  folder: string;
  notes: Problem[];
  /** Operations of the client by their ids. */
  // biome-ignore lint/suspicious/noExplicitAny: the client is generated while the test runs
  client: Record<string, (input?: object, options?: object) => any>;
  /** Sends a request as it is written to the stub. */
  ask(request: string, init?: RequestInit): Promise<{ status: number; text: string; received: unknown }>;
  /** The stub. */
  serve(request: Request): Promise<Response>;
  // biome-ignore lint/suspicious/noExplicitAny: the client is generated while the test runs
  createClient(options: object): any;
  /** What the handler got last. */
  received(): unknown;
  /** What the handlers answer. */
  answer: unknown;
  /** URL and headers of the last request. */
  last(): Request;
  remove(): Promise<void>;
}

type Described = { operationId?: string };
type PathItem = { additionalOperations?: Record<string, Described> };

/** Generates client and stub of a description without tags, and connects them. */
export async function pairOf(
  name: string,
  description: OpenApiDocument,
  { auth = {}, ...options }: Partial<GenerateOptions> & { auth?: Record<string, string> } = {},
): Promise<Pair> {
  const folder = path.join(OUTPUT, name);
  const notes: Problem[] = [];
  await rm(folder, { recursive: true, force: true });
  const input = `${folder}.json`;
  const parts: GenerateOptions['parts'] = ['types', 'codecs', 'client', 'server'];
  await mkdir(OUTPUT, { recursive: true });
  await writeFile(input, JSON.stringify(description));
  await generate({ input, output: folder, parts, onNote: (note) => notes.push(note), ...options });
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(folder, file)).href);
  const [clientModule, server] = await Promise.all([load('client/index.ts'), load('server/index.ts')]);
  let received: unknown;
  let last: Request;
  const ids = Object.values<PathItem>(description.paths ?? {}).flatMap(({ additionalOperations = {}, ...item }) =>
    Object.values({ ...item, ...additionalOperations } as Record<string, Described>).flatMap(
      ({ operationId }) => operationId ?? [],
    ),
  );
  const pair = { answer: undefined as unknown };
  const handlers = ids.map((id) => [
    id,
    (given: unknown) => {
      received = given;
      return pair.answer;
    },
  ]);
  const dispatch = createDispatcher(server.implement(Object.fromEntries(handlers)), {
    authenticate: ({ scopes, credentials }) => ({ scopes: new Set(scopes), credentials }),
    intercept: (_call, next) => next(undefined),
    requireHttps: false,
    validateResponses: true,
  });
  const serve = toFetchHandler(dispatch, { basePath: '/base' });
  const api = clientModule.createClient({
    baseUrl: 'http://stub.test/base',
    auth,
    retries: 0,
    fetch: (request: Request) => {
      last = request.clone() as Request;
      received = undefined;
      return serve(request);
    },
  });
  return Object.assign(pair, {
    folder,
    notes,
    serve,
    createClient: clientModule.createClient,
    client: api.default,
    received: () => received,
    last: () => last,
    async ask(request: string, init: RequestInit = {}) {
      const [method, target] = request.split(' ');
      received = undefined;
      const response = await serve(new Request(`http://stub.test/base${target}`, { method: method!, ...init }));
      return { status: response.status, text: await response.text(), received };
    },
    remove: () => Promise.all([rm(folder, { recursive: true, force: true }), rm(input)]).then(() => {}),
  });
}
