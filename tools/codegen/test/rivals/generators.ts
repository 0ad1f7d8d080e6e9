import path from 'node:path';

/** A generator, and programs that use what it makes of `probe.yaml` and `statuses.yaml`, as its documentation says. */
export interface Generator {
  name: string;
  /** Packages that it and its output need. */
  packages: string[];
  /** Program of `node_modules/.bin` and its arguments. */
  command(input: string, folder: string): string[];
  /** Text of a module with `getPet(url)`, `addPet(url, pet)` and `getNote(url)`, which return or take values. */
  calls: string;
  /** Only the note, for the size of a bundle. */
  note: string;
  /** A module that compiles if the value of the pet has its types; `pet` is its text. */
  value: string;
  /** A module that compiles if the document of this status is typed: it has a number `code`, and is no other error. */
  error(operation: string, status: number): string;
  /** Servers that it generates, as its documentation says. */
  server: string;
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** Fails to compile unless \`value\` is a pet. */
const judge = `
export function judgePet(value: Value): [string, number, string[] | undefined] {
  // @ts-expect-error a name is no number
  const wrong: number = value.name;
  // @ts-expect-error there is no such member
  const none = value.colour;
  return [value.name, value.id, value.tags ?? [String(wrong + none)]];
}`;

export const OURS: Generator = {
  name: 'mailwright-codegen',
  packages: [],
  command: (input, folder) => [
    'node',
    path.join(ROOT, 'tools/codegen/src/cli.ts'),
    input,
    '-o',
    folder,
    '--skip-unsupported',
  ],
  calls: `import { createClient } from './made/client/index.ts';
const api = (baseUrl: string) => createClient({ baseUrl }).default;
export const getPet = (url: string): Promise<unknown> => api(url).getPet({ id: 7 }).orThrow();
export const addPet = (url: string, body: never): Promise<unknown> => api(url).addPet({ body });
export const getNote = (url: string): Promise<unknown> => api(url).getNote({ id: 7 }).orThrow();`,
  note: `import { connect } from '@mailwright/client-runtime';
import { getNote } from './made/client/default/getNote.ts';
console.log(await getNote(connect({ baseUrl: 'https://example.com' }), { id: 7 }));`,
  value: `import type { GetPetCall } from './made/client/index.ts';
type Value = Extract<Awaited<GetPetCall>, { ok: true }>['data'];${judge}`,
  error: (operation, status) => `import { createClient } from './made/client/index.ts';
const result = await createClient({ baseUrl: 'https://example.com' }).default.${operation}({ id: 7 });
if (result.status === ${status} && result.error.document) {
  const code: number = result.error.document.code;
  // @ts-expect-error it is a number
  const wrong: string = result.error.document.code;
  console.log(code, wrong);
}`,
  server: 'any platform with fetch or Node, Fastify',
};

export const RIVALS: Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0.99.0'],
    command: (input, folder) => ['openapi-ts', '-i', input, '-o', folder, '--no-log-file'],
    calls: `import { createClient } from './made/client/index.ts';
import { addPet as add, getNote as note, getPet as get } from './made/sdk.gen.ts';
const at = (baseUrl: string) => ({ client: createClient({ baseUrl }), throwOnError: true as const });
export const getPet = async (url: string): Promise<unknown> => (await get({ ...at(url), path: { id: 7 } })).data;
export const addPet = (url: string, body: never): Promise<unknown> => add({ ...at(url), body });
export const getNote = async (url: string): Promise<unknown> => (await note({ ...at(url), path: { id: 7 } })).data;`,
    note: `import { getNote } from './made/sdk.gen.ts';
console.log(await getNote({ baseUrl: 'https://example.com', path: { id: 7 } }));`,
    value: `import { getPet } from './made/sdk.gen.ts';
const get = async () => (await getPet({ path: { id: 7 }, throwOnError: true })).data;
type Value = Awaited<ReturnType<typeof get>>;${judge}`,
    error: (operation, status) => `import { ${operation} } from './made/sdk.gen.ts';
const { error, response } = await ${operation}({ path: { id: 7 } });
if (error !== undefined && response?.status === ${status}) {
  const code: number = error.code;
  // @ts-expect-error it is a number
  const wrong: string = error.code;
  console.log(code, wrong);
}`,
    server: 'types of handlers for Fastify and Nest',
  },
  {
    name: 'openapi-typescript, openapi-fetch',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: (input, folder) => ['openapi-typescript', input, '-o', path.join(folder, 'types.ts')],
    calls: `import createClient from 'openapi-fetch';
import type { paths } from './made/types.ts';
const api = (baseUrl: string) => createClient<paths>({ baseUrl });
const params = { path: { id: 7 } };
export const getPet = async (url: string): Promise<unknown> => data(await api(url).GET('/pets/{id}', { params }));
export const addPet = (url: string, body: never): Promise<unknown> =>
  api(url).POST('/pets', { body, headers: { 'content-type': 'application/xml' } });
export const getNote = async (url: string): Promise<unknown> => data(await api(url).GET('/notes/{id}', { params }));
const data = (result: { data?: unknown }) => result.data;`,
    note: `import createClient from 'openapi-fetch';
import type { paths } from './made/types.ts';
const api = createClient<paths>({ baseUrl: 'https://example.com' });
console.log(await api.GET('/notes/{id}', { params: { path: { id: 7 } } }));`,
    value: `import createClient from 'openapi-fetch';
import type { paths } from './made/types.ts';
const get = () => createClient<paths>().GET('/pets/{id}', { params: { path: { id: 7 } } });
type Value = NonNullable<Awaited<ReturnType<typeof get>>['data']>;${judge}`,
    error: (operation, status) => `import createClient from 'openapi-fetch';
import type { paths } from './made/types.ts';
const { error, response } = await createClient<paths>().GET('/notes/${operation}/{id}', { params: { path: { id: 7 } } });
if (error !== undefined && response.status === ${status}) {
  const code: number = error.code;
  // @ts-expect-error it is a number
  const wrong: string = error.code;
  console.log(code, wrong);
}`,
    server: 'none',
  },
  {
    name: 'orval',
    packages: ['orval@8.38.0'],
    command: (input, folder) => [
      'orval',
      '--input',
      input,
      '--output',
      path.join(folder, 'api.ts'),
      '--client',
      'fetch',
    ],
    calls: `import { addPet as add, getNote as note, getPet as get } from './made/api.ts';
// Its addresses are relative: the first server is that of an option.
const at = async <T>(url: string, run: () => Promise<T>): Promise<T> => {
  const { fetch } = globalThis;
  globalThis.fetch = ((target, init) => fetch(new URL(String(target), url), init)) as typeof fetch;
  return run().finally(() => {
    globalThis.fetch = fetch;
  });
};
export const getPet = async (url: string): Promise<unknown> => (await at(url, () => get(7))).data;
export const addPet = (url: string, body: never): Promise<unknown> => at(url, () => add(body));
export const getNote = async (url: string): Promise<unknown> => (await at(url, () => note(7))).data;`,
    note: `import { getNote } from './made/api.ts';
console.log(await getNote(7));`,
    value: `import type { getPetResponseSuccess } from './made/api.ts';
type Value = getPetResponseSuccess['data'];${judge}`,
    error: (operation, status) => `import { ${operation} } from './made/api.ts';
const result = await ${operation}(7);
if (result.status === ${status}) {
  const code: number = result.data.code;
  // @ts-expect-error it is a number
  const wrong: string = result.data.code;
  console.log(code, wrong);
}`,
    server: 'Hono',
  },
  {
    name: '@redocly/cli generate-client',
    packages: ['@redocly/cli@2.77.0'],
    command: (input, folder) => [
      'redocly',
      'generate-client',
      input,
      '--output',
      path.join(folder, 'api.ts'),
      '--error-mode',
      'result',
    ],
    calls: `import { createClient, OPERATIONS, type Ops } from './made/api.ts';
const at = (serverUrl: string) => createClient<Ops>(OPERATIONS, { serverUrl, errorMode: 'result' });
export const getPet = async (url: string): Promise<unknown> => (await at(url).getPet({ path: { id: 7 } })).data;
export const addPet = (url: string, body: never): Promise<unknown> => at(url).addPet({ body });
export const getNote = async (url: string): Promise<unknown> => (await at(url).getNote({ path: { id: 7 } })).data;`,
    note: `import { getNote } from './made/api.ts';
console.log(await getNote({ path: { id: 7 } }));`,
    value: `import { getPet } from './made/api.ts';
const get = async () => (await getPet({ path: { id: 7 } })).data;
type Value = NonNullable<Awaited<ReturnType<typeof get>>>;${judge}`,
    error: (operation, status) => `import { ${operation} } from './made/api.ts';
const { error, response } = await ${operation}({ path: { id: 7 } });
if (error !== undefined && response?.status === ${status}) {
  const code: number = error.code;
  // @ts-expect-error it is a number
  const wrong: string = error.code;
  console.log(code, wrong);
}`,
    server: 'none',
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    command: (input, folder) => ['swagger-typescript-api', 'generate', '-p', input, '-o', folder, '-n', 'api.ts'],
    calls: `import { Api } from './made/api.ts';
const api = (baseUrl: string) => new Api({ baseUrl });
export const getPet = async (url: string): Promise<unknown> => (await api(url).pets.getPet(7)).data;
export const addPet = (url: string, body: never): Promise<unknown> => api(url).pets.addPet(body);
export const getNote = async (url: string): Promise<unknown> => (await api(url).notes.getNote(7)).data;`,
    note: `import { Api } from './made/api.ts';
console.log(await new Api().notes.getNote(7));`,
    value: `import { Api } from './made/api.ts';
type Value = Awaited<ReturnType<Api<unknown>['pets']['getPet']>>['data'];${judge}`,
    error: (operation, status) => `import { Api } from './made/api.ts';
const { error, status } = await new Api().notes.${operation}(7);
if (status === ${status}) {
  const code: number = error.code;
  // @ts-expect-error it is a number
  const wrong: string = error.code;
  console.log(code, wrong);
}`,
    server: 'none',
  },
  {
    name: 'openapi-zod-client',
    packages: ['openapi-zod-client@1.18.3', '@zodios/core@10.9.6', 'zod@3.25.76', 'axios@1.13.2'],
    command: (input, folder) => ['openapi-zod-client', input, '-o', path.join(folder, 'api.ts')],
    calls: `import { createApiClient } from './made/api.ts';
const params = { id: 7 };
export const getPet = (url: string): Promise<unknown> => createApiClient(url).getPet({ params });
export const addPet = (url: string, body: never): Promise<unknown> => createApiClient(url).addPet(body);
export const getNote = (url: string): Promise<unknown> => createApiClient(url).getNote({ params });`,
    note: `import { api } from './made/api.ts';
console.log(await api.getNote({ params: { id: 7 } }));`,
    value: `import { api } from './made/api.ts';
type Value = Awaited<ReturnType<typeof api.getPet>>;${judge}`,
    error: (operation, status) => `import { isErrorFromAlias } from '@zodios/core';
import { api } from './made/api.ts';
const error: unknown = await api.${operation}({ params: { id: 7 } }).catch((thrown: unknown) => thrown);
if (isErrorFromAlias(api.api, '${operation}', error) && error.response.status === ${status}) {
  const code: number = error.response.data.code;
  // @ts-expect-error it is a number
  const wrong: string = error.response.data.code;
  console.log(code, wrong);
}`,
    server: 'none',
  },
];
