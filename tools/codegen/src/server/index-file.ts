import { codecFile, codecName } from '../codec/index.ts';
import type { ApiModel } from '../model/model.ts';
import type { ErrorTypes } from './answers.ts';
import { documentName } from './errors-file.ts';
import type { Part } from './parts.ts';
import { data, tablesName } from './tables.ts';
import { handlersName, upperFirst } from './types.ts';

/** `server/index.ts`: everything put together. */
export function indexFile(
  model: ApiModel,
  parts: Part[],
  errorTypes: ErrorTypes,
  errorDocument: string | undefined,
  hasShapes: boolean,
): [imports: string[], text: string] {
  const groups = Map.groupBy(parts, ({ group }) => group);
  const ofGroups = [...groups].map(([group]) => `${upperFirst(group)}Handlers<Context>`);
  const split = [...groups].filter(([, some]) => some.length > 1);
  const imports = [
    `import { type Api, type Implementation, implementApi, implementApiPartially } from '@mailwright/server-runtime';`,
    ...parts.map(({ name }) => `import type { ${handlersName(name)} } from './${name}.ts';`),
    ...parts.map(({ name }) => `import { ${tablesName(name)} } from './tables/${name}.ts';`),
  ];
  if (hasShapes) imports.push(`import { shapes } from './shapes.ts';`);
  const members: string[] = [];
  if (errorDocument !== undefined) {
    imports.push(`import { ${documentName(errorDocument)} } from './errors.ts';`);
    members.push(`document: ${documentName(errorDocument)}`);
    if (errorTypes.xml !== undefined) {
      imports.push(`import { ${codecName(errorDocument)} } from '../${codecFile(errorDocument)}';`);
      members.push(`codec: ${codecName(errorDocument)}`);
    }
  }
  const schemes = [...model.securitySchemes].map(([name, { description: _, ...scheme }]) => [name, scheme]);
  const security =
    schemes.length > 0 || model.security.length > 0
      ? `  securitySchemes: ${data(Object.fromEntries(schemes))},\n  security: ${data(model.security)},\n`
      : '';
  const headers = Object.keys(model.headers).length > 0 ? `  headers: ${data(model.headers)},\n` : '';
  const document = members.length > 0 ? `  errorDocument: { ${members.join(', ')} },\n` : '';
  const aliases = model.mediaTypeAliases ? `  mediaTypeAliases: ${data(model.mediaTypeAliases)},\n` : '';
  const maxBodies = model.maxBodies ? `  maxBodies: ${data(model.maxBodies)},\n` : '';
  const text = [
    parts.map(({ name }) => `export type * from './${name}.ts';`).join('\n'),
    ...split.map(
      ([group, some]) =>
        `export interface ${upperFirst(group)}Handlers<Context>${extending(some.map(({ name }) => `${handlersName(name)}<Context>`))} {}`,
    ),
    `/** A handler for every operation, by operationId. */\nexport interface Handlers<${ofGroups.length > 0 ? 'Context' : '_Context'}>${extending(ofGroups)} {}`,
    `/** What the runtime knows of each operation, by operationId. */\nexport const operations = {\n${parts.map(({ name }) => `  ...${tablesName(name)},`).join('\n')}\n};`,
    `export const api: Api = {\n  title: ${data(model.title)},\n  operations,\n${hasShapes ? '  shapes,\n' : ''}${headers}${aliases}${security}  maxBody: ${model.maxBody},\n${maxBodies}  errorTypes: ${data(errorTypes)},\n${document}};`,
    `/** Binds a handler to every operation; a missing or surplus one does not compile, and throws. */
export function implement<Context>(handlers: Handlers<Context>): Implementation<Context> {
  return implementApi(api, { ...handlers });
}`,
    `/** Binds the handlers that there are; the other operations answer 501. */
export function implementPartial<Context>(handlers: Partial<Handlers<Context>>): Implementation<Context> {
  return implementApiPartially(api, { ...handlers });
}`,
  ].join('\n\n');
  return [imports, text];
}

const extending = (bases: string[]): string => (bases.length === 0 ? '' : `\n  extends ${bases.join(',\n    ')}`);
