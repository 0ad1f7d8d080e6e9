import { pascalCase, propertyKey, typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, JsonSchema } from '../model/model.ts';
import { isOfType } from '../model/of-type.ts';
import { isObject } from '../model/walk.ts';
import { chunk } from '../types/chunk.ts';

/** Lines of a file. */
const LIMIT = 700;

interface Enumeration {
  name: string;
  schema: JsonSchema;
  /** The component that it is. */
  component?: string;
}

/**
 * A constant for each enumeration of texts or numbers that is a component or a property of one, `enums/index.ts` with
 * `PetStatus.sold`. Types stay unions, so that a value may also be written as it is.
 */
export function emitEnums(model: ApiModel): Map<string, string> {
  const taken = new Set<string>();
  const members = enumerations(model).map((enumeration) => {
    let name = enumeration.name;
    for (let number = 2; taken.has(name); number++) name = `${enumeration.name}${number}`;
    taken.add(name);
    return { name, text: constantOf(enumeration, name) };
  });
  const chunks = chunk('constants', members, LIMIT);
  const files = chunks.map(({ name, members: some }): [string, string] => {
    const text = some.map((each) => each.text).join('\n\n');
    const imports = text.includes('components[') ? [`import type { components } from '../types/index.ts';`] : [];
    return [`enums/${name}.ts`, sourceFile(model, imports, text)];
  });
  const all = chunks.map(({ name }) => `export * from './${name}.ts';`).join('\n');
  return new Map([...files, ['enums/index.ts', sourceFile(model, [], all || 'export {};')]]);
}

function enumerations({ schemas }: ApiModel): Enumeration[] {
  return [...schemas].flatMap(([component, schema]) => {
    const properties = Object.entries<JsonSchema>(isObject(schema.properties) ? schema.properties : {});
    const inner = properties.flatMap(([key, each]): Enumeration[] => {
      const name = typeName(`${pascalCase(component)}${pascalCase(key)}`);
      return [
        { name, schema: each },
        { name, schema: each.items ?? {} },
      ];
    });
    return [{ name: typeName(component), schema, component }, ...inner].filter((each) => isEnumeration(each.schema));
  });
}

const isEnumeration = (schema: unknown): boolean =>
  isObject(schema) && Array.isArray(schema.enum) && !('const' in schema) && !schema.$ref && valuesOf(schema).length > 1;

const valuesOf = (schema: JsonSchema): (string | number)[] =>
  schema.enum.filter((value: unknown) => ['string', 'number'].includes(typeof value) && isOfType(value, schema));

/**
 * Values by the names that generators of other languages read, or by themselves. A given name that is there twice gets a
 * number; of a text and a number that look alike the first counts.
 */
function membersOf(schema: JsonSchema): Map<string, string | number> {
  const values = valuesOf(schema);
  const given: unknown = schema['x-enum-varnames'] ?? schema['x-enumNames'];
  const names = Array.isArray(given) && given.length === values.length ? given.map(String) : undefined;
  const members = new Map<string, string | number>();
  for (const [index, value] of values.entries()) {
    let name = names?.[index] ?? String(value);
    for (let number = 2; names && members.has(name); number++) name = `${names[index]}${number}`;
    if (!members.has(name)) members.set(name, value);
  }
  return members;
}

function constantOf({ component, schema }: Enumeration, name: string): string {
  const members = [...membersOf(schema)];
  const lines = members.map(([key, value]) => `  ${keyOf(key)}: ${JSON.stringify(value)},`);
  const type =
    component === undefined ? '' : ` satisfies Record<string, components["schemas"][${JSON.stringify(component)}]>`;
  return `export const ${name} = {\n${lines.join('\n')}\n} as const${type};`;
}

/** A member of this name in a literal is the prototype. */
const keyOf = (name: string): string => (name === '__proto__' ? '["__proto__"]' : propertyKey(name));
