import { typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Json, JsonSchema } from '../model/model.ts';
import { type CompiledSchema, compileSchemas, schemaValidator } from '../server/validators.ts';

/**
 * A Standard Schema (https://standardschema.dev) for each schema, `schemas/Pet.ts` with `PetSchema`, and `schemas/index.ts`
 * with all. They tell every fault, unlike the validators of the stub, because forms show all of them at once.
 */
export function emitSchemas(model: ApiModel): Map<string, string> {
  const schemas = new Map([...model.schemas].map(([name, schema]) => [name, ofBothDirections(schema)]));
  const compiled = compileSchemas(schemas, schemas.keys(), { allErrors: true, inlineRefs: false });
  const files = new Map(compiled.map((each) => [`schemas/${fileName(each.name)}.ts`, schemaFile(model, each)]));
  const exports = compiled.map(({ name }) => `export { ${schemaConstant(name)} } from './${fileName(name)}.ts';`);
  const all = [`export type { StandardIssue, StandardSchema } from '@mailwright/server-runtime/schemas';`, ...exports];
  return files.set('schemas/index.ts', sourceFile(model, [], all.join('\n')));
}

/** Name of the Standard Schema of a schema. */
export const schemaConstant = (name: string): string => `${typeName(name)}Schema`;

/** Some file systems do not tell `Index` from `index`. */
const fileName = (name: string) => (/^index$/i.test(typeName(name)) ? `${typeName(name)}_` : typeName(name));

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

/** The schema without `readOnly` and `writeOnly`: a required property is one of the type, whichever way the value goes. */
function ofBothDirections(schema: JsonSchema): JsonSchema {
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).filter(
      ([key, value]) => !((key === 'readOnly' || key === 'writeOnly') && value === true),
    );
    return Object.fromEntries(entries.map(([key, value]) => [key, visit(value)]));
  };
  return visit(schema);
}
