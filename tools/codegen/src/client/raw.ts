import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Operation } from '../model/model.ts';
import { usualServer } from '../model/servers.ts';
import type { Names } from './names.ts';

/** Operations of a file: two lines each. */
const LIMIT = 350;

/** All operations in one list, for tools that look them up. */
export function operationsFiles(model: ApiModel, names: Names): Map<string, string> {
  const { operations } = model;
  if (operations.length <= LIMIT) return new Map([['operations.ts', listFile(model, names, operations)]]);
  const parts = Array.from({ length: Math.ceil(operations.length / LIMIT) }, (_, index) =>
    operations.slice(index * LIMIT, (index + 1) * LIMIT),
  );
  const imports = [
    `import type { Operation } from '@mailwright/client-runtime';`,
    ...parts.map((_, index) => `import { operations as part${index + 1} } from './operations-${index + 1}.ts';`),
  ];
  const members = parts.map((_, index) => `...part${index + 1}`).join(', ');
  return new Map([
    ...parts.map((part, index) => [`operations-${index + 1}.ts`, listFile(model, names, part)] as const),
    ['operations.ts', sourceFile(model, imports, `export const operations: readonly Operation[] = [${members}];`)],
  ]);
}

function listFile(model: ApiModel, names: Names, operations: Operation[]): string {
  const imports = [
    `import type { Operation } from '@mailwright/client-runtime';`,
    ...operations.map((each) => `import { ${names.constant(each)} } from './${names.file(each)}';`),
  ];
  const members = operations.map((each) => `  ${names.constant(each)},`);
  return sourceFile(model, imports, `export const operations: readonly Operation[] = [\n${members.join('\n')}\n];`);
}

/** The client by method and path. */
export function rawFile(model: ApiModel): string {
  const imports = [
    `import { type RawClient, rawClient } from '@mailwright/client-runtime/raw';`,
    `import type { paths } from '../types/index.ts';`,
    `import type { ClientOptions } from './index.ts';`,
    `import { operations } from './operations.ts';`,
    `import { service } from './service.ts';`,
  ];
  return sourceFile(
    model,
    imports,
    `/** openapi-fetch for this description, by method and path, with values in place of XML. */
export function createRawClient(options: ClientOptions${usualServer(model.document) ? ' = {}' : ''}): RawClient<paths> {
  return rawClient<paths>(options, operations, service);
}`,
  );
}
