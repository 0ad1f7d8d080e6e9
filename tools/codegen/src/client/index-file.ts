import { propertyKey, typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Operation } from '../model/model.ts';
import { isSendable } from '../model/security.ts';
import { type Group, groupType } from './groups.ts';
import type { Names } from './names.ts';
import { docComment, nameList } from './source.ts';

/**
 * `createClient` and everything else by name. Names are listed one by one: a listed name wins over one of the runtime,
 * so that a schema may be called `Page`.
 */
export function indexFile(model: ApiModel, groups: Group[], names: Names): string {
  const own = new Set(['Auth', 'Client', 'ClientOptions', 'connect', 'createClient', 'createRawClient', 'service']);
  for (const { name } of model.errors) own.add(name);
  const lists = groups.map((group) => [
    `type ${groupType(group)}`,
    group.factory,
    ...group.operations.flatMap((each) => exported(each, names)),
  ]);
  for (const name of lists.flat()) own.add(name.replace('type ', ''));
  const schemas = [...model.schemas.keys()].map(typeName).filter((name) => !own.has(name));
  const hasAuth = [...model.securitySchemes.values()].some(isSendable);
  const width = widthOf([...lists.flat(), ...schemas]);
  const exports = groups.map(({ file }, index) => `export ${nameList(lists[index]!, width)} from './${file}';`);
  const imports = [
    `import { type Connection, type ConnectOptions, connect as connectTo } from '@mailwright/client-runtime';`,
    ...groups.map((group) => `import { type ${groupType(group)}, ${group.factory} } from './${group.file}';`),
    `import { ${hasAuth ? 'type Auth, ' : ''}service } from './service.ts';`,
  ];
  const text = [
    `export * from '@mailwright/client-runtime';`,
    ...exports,
    ...(hasAuth ? [`export type { Auth } from './service.ts';`] : []),
    ...(model.json ? [`export { inJson } from './service.ts';`] : []),
    ...(model.errors.length > 0
      ? [`export { ${model.errors.map(({ name }) => name).join(', ')} } from './errors.ts';`]
      : []),
    ...(schemas.length ? [`export type ${nameList(schemas, width)} from '../types/index.ts';`] : []),
    createClient(model, groups, hasAuth),
  ];
  return sourceFile(model, imports, text.join('\n'));
}

/** As wide as it takes for so many names to stay within the lines of one file. */
function widthOf(names: string[]): number {
  const letters = names.reduce((sum, name) => sum + name.length + 2, 0);
  return Math.max(95, Math.ceil(letters / 400));
}

function exported(operation: Operation, names: Names): string[] {
  const types = operation.paging ? [names.input] : [names.input, names.call];
  return [names.function(operation), ...types.map((name) => `type ${name(operation)}`)];
}

function createClient({ title }: ApiModel, groups: Group[], hasAuth: boolean): string {
  // A group of that name has it.
  const own = !groups.some(({ name }) => name === 'connection');
  const types = groups.map(
    (group) => `${docComment([group.description], '  ')}  ${propertyKey(group.name)}: ${groupType(group)};`,
  );
  if (own)
    types.unshift(
      `${docComment(['For functions that are no member: `getName(client.connection, …)`.'], '  ')}  connection: Connection;`,
    );
  const members = groups.map(({ name, factory }) => `${propertyKey(name)}: ${factory}(connection)`);
  return `
${docComment([`A client of ${title || 'the service'}, with one member for each group of operations.`])}export interface Client {
${types.join('\n')}
}

${
  hasAuth
    ? `export interface ClientOptions extends Omit<ConnectOptions, 'auth'> {
  /** Credentials by security scheme. */
  auth?: Auth;
}`
    : 'export type ClientOptions = ConnectOptions;'
}

/** Creates a connection for the separate functions. Sends no request yet. Throws a \`TypeError\` if \`baseUrl\` is not an http or https URL. */
export function connect(options: ClientOptions): Connection {
  return connectTo({ ...options }, service);
}

/** Creates a client. Sends no request yet. Throws a \`TypeError\` if \`baseUrl\` is not an http or https URL. */
export function createClient(options: ClientOptions): Client {
  const connection = connect(options);
  return {
    ${[...(own ? ['connection'] : []), ...members].join(',\n    ')},
  };
}`;
}
