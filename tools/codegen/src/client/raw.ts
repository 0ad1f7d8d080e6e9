import { sourceFile } from '../emit/header.ts';
import type { ApiModel } from '../model/model.ts';
import type { Names } from './names.ts';

/** All operations in one list, for tools that look them up. */
export function operationsFile(model: ApiModel, names: Names): string {
  const imports = [
    `import type { Operation } from '@mailwright/client/runtime';`,
    ...model.operations.map((each) => `import { ${names.constant(each)} } from './${names.file(each)}';`),
  ];
  const members = model.operations.map((each) => `  ${names.constant(each)},`);
  return sourceFile(model, imports, `export const operations: readonly Operation[] = [\n${members.join('\n')}\n];`);
}

/** The client by method and path. */
export function rawFile(model: ApiModel): string {
  const imports = [
    `import type { ConnectOptions } from '@mailwright/client/runtime';`,
    `import { type RawClient, rawClient } from '@mailwright/client/runtime/raw';`,
    `import type { paths } from '../types/index.ts';`,
    `import { operations } from './operations.ts';`,
  ];
  return sourceFile(
    model,
    imports,
    `/** openapi-fetch for this description, by method and path, with values in place of XML. */
export function createRawClient(options: ConnectOptions): RawClient<paths> {
  return rawClient<paths>(options, operations);
}`,
  );
}
