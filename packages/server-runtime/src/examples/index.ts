import type { StandardSchema } from '../standard-schema.ts';
import { ExampleMaker } from './maker.ts';

/**
 * Makes a valid value: the same one for a seed. The first is the example of the description, if it has a valid one. `own` members
 * replace others, and are not validated.
 */
export type ExampleFactory<Value> = (seed?: number, own?: Value extends object ? Partial<Value> : never) => Value;

const ATTEMPTS = 200;

/** The factory for a named schema. It throws an Error if it finds no valid value. */
export function exampleFactory<Value>(
  schemas: Readonly<Record<string, object>>,
  name: string,
  schema: StandardSchema<Value>,
): ExampleFactory<Value> {
  const isValid = (value: unknown) => schema['~standard'].validate(value).issues === undefined;
  const described = () => {
    const { example, examples } = schemas[name] as { example?: unknown; examples?: unknown };
    const given = [example, ...(Array.isArray(examples) ? examples : [])];
    return given.find((value) => value !== undefined && isValid(value));
  };
  const make = (seed: number): unknown => {
    const given = seed === 0 ? described() : undefined;
    if (given !== undefined) return structuredClone(given);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const value = attemptToMake(schemas, name, seed + attempt * 7919);
      if (isValid(value)) return value;
    }
    throw new Error(`No valid example of ${name} was found; give its schema an "example".`);
  };
  return (seed = 0, own) => {
    const value = make(seed) as Value;
    return own === undefined ? value : { ...value, ...own };
  };
}

/** Undefined for what cannot be made, such as a text of a pattern that looks ahead. */
function attemptToMake(schemas: Readonly<Record<string, object>>, name: string, seed: number): unknown {
  try {
    return new ExampleMaker(schemas, seed).make({ $ref: `#/components/schemas/${name}` });
  } catch {
    return undefined;
  }
}
