import { typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import { listFiles } from '../emit/list-file.ts';
import type { ApiModel } from '../model/model.ts';
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
  const entries = [...model.schemas].map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  const members = [...exampleNames(model)].map(([schema, name]) => ({
    name,
    text: `export const ${name}: ExampleFactory<${typeName(schema)}> = /* @__PURE__ */ exampleFactory<${typeName(schema)}>(schemas, ${JSON.stringify(schema)}, ${schemaConstant(schema)});`,
  }));
  const chunks = chunk('factories', members, LIMIT);
  const used = (text: string, names: string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const files = chunks.map(({ name, members: some }): [string, string] => {
    const text = some.map((each) => each.text).join('\n');
    const names = [...model.schemas.keys()];
    const imports = [
      `import { type ExampleFactory, exampleFactory } from '@mailwright/server-runtime/examples';`,
      `import { ${used(text, names.map(schemaConstant)).join(', ')} } from '../schemas/index.ts';`,
      `import type { ${used(text, names.map(typeName)).join(', ')} } from '../types/index.ts';`,
      `import { schemas } from './schemas.ts';`,
    ];
    return [`examples/${name}.ts`, sourceFile(model, imports, text)];
  });
  const all = [
    `export type { ExampleFactory } from '@mailwright/server-runtime/examples';`,
    ...chunks.map(({ name }) => `export * from './${name}.ts';`),
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
