import { propertyKey, typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel } from '../model/model.ts';
import { leadingTo } from '../model/reachable.ts';
import { referencesBetween } from '../server/schema.ts';
import { type CompiledSchema, compileSchemas, schemaValidator } from '../server/validators.ts';

/**
 * A Standard Schema (https://standardschema.dev) for each schema, `schemas/Pet.ts` with `PetSchema`, `schemas/index.ts` with
 * all, and `schemas/answers.ts` with those of answers. They tell every fault, unlike the validators of the stub, because forms show all of them at once.
 */
export function emitSchemas(model: ApiModel): Map<string, string> {
  const compiled = compileSchemas(model.schemas, model.schemas.keys(), { allErrors: true, inlineRefs: false });
  const files = new Map(compiled.map((each) => [`schemas/${fileName(each.name)}.ts`, schemaFile(model, each)]));
  const exports = compiled.map(({ name }) => `export { ${schemaConstant(name)} } from './${fileName(name)}.ts';`);
  const all = [`export type { StandardIssue, StandardSchema } from '@mailwright/server-runtime/schemas';`, ...exports];
  files.set('schemas/answers.ts', answersFile(model));
  return files.set('schemas/index.ts', sourceFile(model, [], all.join('\n')));
}

/** The schemas of the data of successes, by operation and status, for `validateAnswers` of the client. */
function answersFile(model: ApiModel): string {
  const used = new Set<string>();
  const writeOnly = reachWriteOnly(model);
  const operations = model.operations.flatMap(({ id, paging, responses }) => {
    if (paging) return [];
    const statuses = responses.flatMap(({ status, contents }): string[] => {
      const names = new Set(contents.map(({ kind, schema }) => (/^(json|xml)$/.test(kind) ? schema : undefined)));
      const [name] = names;
      const isChecked = status !== 'default' && status < 300 && names.size === 1 && name !== undefined;
      if (!isChecked || writeOnly.has(name)) return [];
      used.add(name);
      return [`${status}: ${schemaConstant(name)}`];
    });
    return statuses.length > 0 ? [`  ${propertyKey(id)}: { ${statuses.join(', ')} },`] : [];
  });
  const imports = [...used].map((name) => `import { ${schemaConstant(name)} } from './${fileName(name)}.ts';`);
  const about = '/** Schemas of successes, for `validateAnswers`. */';
  return sourceFile(model, imports, `${about}\nexport const answerSchemas = {\n${operations.join('\n')}\n};`);
}

/** Schemas that have a `writeOnly` member, or refer to one that has: a required member that only requests have is none of an answer. */
function reachWriteOnly({ schemas }: ApiModel): Set<string> {
  const marked = [...schemas.keys()].filter((name) => JSON.stringify(schemas.get(name)).includes(MARK));
  return leadingTo(referencesBetween(schemas, schemas.keys()), marked);
}

const MARK = '"writeOnly":true';

/** Name of the Standard Schema of a schema. */
export const schemaConstant = (name: string): string => `${typeName(name)}Schema`;

/** Some file systems do not tell `Index` from `index`, nor `Answers` from `answers`. */
const fileName = (name: string) => (/^(index|answers)$/i.test(typeName(name)) ? `${typeName(name)}_` : typeName(name));

function schemaFile(model: ApiModel, { name, text, calls, helpers }: CompiledSchema): string {
  const type = typeName(name);
  const imports = [
    '// @ts-nocheck',
    `import { ${[...helpers, 'type StandardSchema', 'standardSchema'].join(', ')} } from '@mailwright/server-runtime/schemas';`,
    `import type { ${type} } from '../types/index.ts';`,
    ...calls.map((called) => `import { ${schemaValidator(called)} } from './${fileName(called)}.ts';`),
  ];
  const made = `export const ${schemaConstant(name)}: StandardSchema<${type}> = /* @__PURE__ */ standardSchema(${schemaValidator(name)});`;
  return sourceFile(model, imports, `${text}\n\n${made}`);
}
