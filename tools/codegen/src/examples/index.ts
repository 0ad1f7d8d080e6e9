import { typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import { listFiles } from '../emit/list-file.ts';
import type { ApiModel } from '../model/model.ts';
import { membersOfForm } from '../model/split-directions.ts';
import { schemaConstant } from '../schemas/index.ts';
import { chunk } from '../types/chunk.ts';

/** Lines of a file with factories. */
const LIMIT = 300;

const exampleFunction = (schema: string): string =>
  `example${typeName(schema).replace(/^./, (first) => first.toUpperCase())}`;

/**
 * A factory of valid values for each schema, `examplePet(seed)`: `examples/index.ts`, and `examples/schemas.ts` with what they are made
 * by.
 */
export function emitExamples(model: ApiModel): Map<string, string> {
  const entries = [...model.schemas].map(
    ([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(membersOfForm(model.schemas, schema))}`,
  );
  const schemaOf = new Map([...exampleNames(model)].map(([schema, name]) => [name, schema]));
  const members = [...schemaOf].map(([name, schema]) => {
    const type = `types.${typeName(schema)}`;
    return {
      name,
      text: `export const ${name}: ExampleFactory<${type}> = /* @__PURE__ */ exampleFactory<${type}>(schemas, ${JSON.stringify(schema)}, ${schemaConstant(schema)});`,
    };
  });
  const files = chunk('factories', members, LIMIT).map(({ name, members: some }): [string, string] => {
    const constants = some.map((each) => schemaConstant(schemaOf.get(each.name)!));
    const imports = [
      `import { type ExampleFactory, exampleFactory } from '@mailwright/server-runtime/examples';`,
      `import { ${constants.join(', ')} } from '../schemas/index.ts';`,
      `import type * as types from '../types/index.ts';`,
      `import { schemas } from './schemas.ts';`,
    ];
    return [`examples/${name}.ts`, sourceFile(model, imports, some.map(({ text }) => text).join('\n'))];
  });
  const all = [
    `export type { ExampleFactory } from '@mailwright/server-runtime/examples';`,
    ...files.map(([file]) => `export * from '${file.replace('examples', '.')}';`),
  ];
  return new Map([
    ...listFiles(model, 'examples/schemas', { type: 'Readonly<Record<string, object>>', brackets: '{}' }, entries),
    ...files,
    ['examples/index.ts', sourceFile(model, [], all.join('\n'))],
  ]);
}

/** Names of factories by schema; those of schemas that differ only in the case of the first letter have a number. */
export function exampleNames(model: ApiModel): Map<string, string> {
  const taken = new Set<string>();
  const names = [...model.schemas.keys()].map((schema): [string, string] => {
    let name = exampleFunction(schema);
    for (let number = 2; taken.has(name); number++) name = `${exampleFunction(schema)}${number}`;
    taken.add(name);
    return [schema, name];
  });
  return new Map(names);
}
