import { sourceFile } from '../emit/header.ts';
import { propertyKey, typeName } from '../emit/names.ts';
import type { ApiModel } from '../model/model.ts';
import type { Group } from './groups.ts';
import type { Names } from './names.ts';
import { docComment, nameList } from './source.ts';

/**
 * `createClient` and everything else by name. Names are listed one by one: a listed name wins over one of the runtime,
 * so that a schema may be called `Page`.
 */
export function indexFile(model: ApiModel, groups: Group[], names: Names): string {
  const own = new Set(['Client', 'createClient', 'createRawClient']);
  const exports = groups.map(({ file, operations, factory }) => {
    const list = [factory, ...operations.flatMap((each) => [names.function(each), `type ${names.input(each)}`])];
    for (const name of list) own.add(name.replace('type ', ''));
    return `export ${nameList(list)} from './${file}';`;
  });
  const schemas = [...model.schemas.keys()].map(typeName).filter((name) => !own.has(name));
  const imports = [
    `import { type ConnectOptions, connect } from '@mailwright/client/runtime';`,
    ...groups.map(({ factory, file }) => `import { ${factory} } from './${file}';`),
  ];
  const text = [
    `export * from '@mailwright/client/runtime';`,
    ...exports,
    ...(schemas.length ? [`export type ${nameList(schemas)} from '../types/index.ts';`] : []),
    createClient(model, groups),
  ];
  return sourceFile(model, imports, text.join('\n'));
}

function createClient({ title }: ApiModel, groups: Group[]): string {
  const members = groups.map(
    ({ name, factory, description }) =>
      `${docComment([description], '    ')}    ${propertyKey(name)}: ${factory}(connection),`,
  );
  const connection = groups.some(({ name }) => name === 'connection')
    ? []
    : [`    /** For the functions that are no member: \`getName(client.connection, …)\`. */\n    connection,`];
  return `
${docComment([`A client of ${title || 'the service'}, with one member for each group of operations.`])}export function createClient(options: ConnectOptions) {
  const connection = connect(options);
  return {
${[...connection, ...members].join('\n')}
  };
}

export type Client = ReturnType<typeof createClient>;`;
}
