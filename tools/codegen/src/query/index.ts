import { isSuccess } from '../client/failures.ts';
import { clientOperations } from '../client/index.ts';
import { inputIsOptional } from '../client/input-type.ts';
import { type Names, namesOf } from '../client/names.ts';
import { propertyKey } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Operation, Paging } from '../model/model.ts';
import { chunk, type Member } from '../types/chunk.ts';

/** Lines of a file. */
const LIMIT = 400;

/**
 * Options for TanStack Query, as functions of a connection and an input: `getPetQuery` for operations that only read,
 * `listPetsPages` for infinite queries of paged ones, `addPetMutation` for all others. They are plain objects, for every
 * framework that TanStack Query has an adapter for.
 */
export function emitQuery(description: ApiModel): Map<string, string> {
  const model = { ...description, operations: clientOperations(description) };
  const names = namesOf(model);
  const members = model.operations.flatMap((operation) => membersOf(operation, names));
  const files = chunk('options', members, LIMIT).map(({ name, members: some }): [string, string] => {
    const text = some.map((each) => each.text).join('\n\n');
    const imports = [
      `import type { Connection } from '@mailwright/client-runtime';`,
      `import * as client from '../client/index.ts';`,
      ...(/\binKey\(/.test(text) ? [`import { inKey } from './key.ts';`] : []),
    ];
    return [`query/${name}.ts`, sourceFile(model, imports, text)];
  });
  const all = files.map(([file]) => `export * from '${file.replace('query', '.')}';`).join('\n');
  const hasKey = files.some(([, text]) => text.includes(`from './key.ts'`));
  return new Map([
    ...files,
    ...(hasKey ? [['query/key.ts', sourceFile(model, [], KEY)] as const] : []),
    ['query/index.ts', sourceFile(model, [], all || 'export {};')],
  ]);
}

/** TanStack Query writes keys as JSON, which has no integers of any length. */
const KEY = `/** An input as part of a key: TanStack Query writes keys as JSON, which has no \`bigint\`. */
export function inKey<Input>(input: Input): Input {
  return JSON.parse(JSON.stringify(input, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
}`;

function membersOf(operation: Operation, names: Names): Member[] {
  const { id, method, path, retry, paging } = operation;
  const about = `/** \`${method} ${path}\` */\n`;
  if (retry !== 'safe') return [{ name: id, text: about + mutation(operation, names) }];
  // The items of a sequence can be read only once, and are not kept.
  if (operation.responses.some(({ contents }) => contents.some(({ kind }) => kind === 'sequence'))) return [];
  return [
    { name: id, text: about + query(operation, names) },
    ...(paging ? [{ name: `${id} pages`, text: about + pages(operation, paging, names) }] : []),
  ];
}

function query(operation: Operation, names: Names): string {
  return `export const ${operation.id}Query = (connection: Connection, ${input(operation, names)}) => ({
  queryKey: [${JSON.stringify(operation.id)}, ${key(operation)}] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.${names.function(operation)}(connection, input, { signal }).orThrow()${mayBeEmpty(operation) ? '.then((data) => data ?? null)' : ''},
});`;
}

/** Pages are numbered from 1. */
function pages(operation: Operation, { index }: Paging, names: Names): string {
  const parameter = operation.parameters.find(({ name, wire = name }) => wire === index);
  const name = parameter?.name ?? index;
  const member = /^[\w$]+$/.test(name) ? `input.${name}` : `input[${JSON.stringify(name)}]`;
  return `export const ${operation.id}Pages = (connection: Connection, ${input(operation, names)}) => ({
  queryKey: [${JSON.stringify(operation.id)}, 'pages', ${key(operation)}] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    client.${names.function(operation)}(connection, { ...input, ${propertyKey(name)}: pageParam }, { signal }).orThrow(),
  initialPageParam: ${member} ?? 1,
  getNextPageParam: (last: { pages: number }, _all: unknown, page: number) => (page < last.pages ? page + 1 : undefined),
  getPreviousPageParam: (_first: unknown, _all: unknown, page: number) => (page > 1 ? page - 1 : undefined),
});`;
}

function mutation(operation: Operation, names: Names): string {
  const type = `client.${names.input(operation)}`;
  const variables = inputIsOptional(operation) ? `input: ${type} | void` : `input: ${type}`;
  const given = inputIsOptional(operation) ? 'input ?? {}' : 'input';
  return `export const ${operation.id}Mutation = (connection: Connection) => ({
  mutationKey: [${JSON.stringify(operation.id)}] as const,
  mutationFn: (${variables}) => client.${names.function(operation)}(connection, ${given}).orThrow(),
});`;
}

const input = (operation: Operation, names: Names): string =>
  `input: client.${names.input(operation)}${inputIsOptional(operation) ? ' = {}' : ''}`;

const key = ({ parameters }: Operation): string =>
  parameters.some(({ scalar, schema }) => scalar === 'bigint' || JSON.stringify(schema).includes('bigint'))
    ? 'inKey(input)'
    : 'input';

/** Reports whether a success may have no data; TanStack Query wants null then. */
function mayBeEmpty({ responses, paging }: Operation): boolean {
  const successes = responses.filter(isSuccess);
  if (paging) return false;
  if (successes.length === 0) return true;
  return successes.some(({ contents }) => contents.length === 0 || contents.some(({ empty }) => empty));
}
