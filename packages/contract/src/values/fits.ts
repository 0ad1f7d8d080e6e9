import { exactMultiples, type JsonSchema } from '@mailwright/codegen/description';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const ajv = exactMultiples(new Ajv2020({ strict: false, logger: false, validateFormats: false }));
const known = new WeakMap<JsonSchema, ValidateFunction | undefined>();

/** Reports whether a value is of a schema without references. True for schemas that no validator can be made of. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  if (!known.has(schema)) known.set(schema, compiled(schema));
  return known.get(schema)?.(value) ?? true;
}

function compiled(schema: JsonSchema): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  }
}
