import { _ } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { UnsupportedError } from '../common/errors.ts';
import { typeName } from '../common/names.ts';
import type { ApiModel, Json, JsonSchema, Parameter } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { chunk } from '../types/chunk.ts';
import { addBigintKeyword } from './bigint-keyword.ts';
import { compileApart, depthOf } from './compile-apart.ts';
import { addInstanceKeyword } from './instance-keyword.ts';
import { keyOf } from './key.ts';
import { exactMultiples } from './multiple-keyword.ts';
import { LIMIT, type Part } from './parts.ts';
import { anyPattern } from './pattern.ts';
import { namedPatterns } from './pattern-keyword.ts';
import { referencesBetween, restrictions, restrictionsOfRoot } from './schema.ts';
import { type ModuleParts, moduleOf, takeApart } from './standalone.ts';
import { schemaOfTexts } from './text-schema.ts';

const standalone = standaloneModule.default;

/** A module that exports validators. */
export interface ValidatorModule {
  /** Path below `server/`, without ending. */
  file: string;
  names: string[];
  imports: string[];
  text: string;
}

export const schemaValidator = (name: string): string => `validate${typeName(name)}`;

/** Ajv exports names of ASCII letters, digits and `_` only. */
export function parametersValidator(id: string): string {
  const plain = id.replace(/\W/gu, (character) => `_${character.codePointAt(0)!.toString(16)}_`);
  return `check${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

/** A module for each of these schemas, and for each that they refer to. It tells the first fault: a body may hold a million. */
export function schemaValidators({ schemas }: ApiModel, names: Iterable<string>): ValidatorModule[] {
  const inlineRefs = [...schemas.values()].some(hidesReferences) ? false : 6;
  return compileSchemas(schemas, names, { inlineRefs }).map(({ name, calls, ...made }) => ({
    file: `validators/schemas/${typeName(name)}`,
    names: [schemaValidator(name)],
    imports: [
      ...importsOf(made),
      ...calls.map((called) => `import { ${schemaValidator(called)} } from './${typeName(called)}.ts';`),
    ],
    text: made.text,
  }));
}

/** Ajv counts no references below these keywords, even where they are names of properties, and inlines circles for ever. */
const UNCOUNTED = new Set(
  `type format pattern maxLength minLength maxProperties minProperties maxItems minItems maximum minimum uniqueItems multipleOf
  required enum const`.split(/\s+/),
);

function hidesReferences(schema: Json): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(
    ([key, value]) => (UNCOUNTED.has(key) && JSON.stringify(value).includes('"$ref"')) || hidesReferences(value),
  );
}

/** The validator of a schema, which calls those of other schemas. */
export interface CompiledSchema extends ModuleParts {
  name: string;
}

/** Schemas below each other that Ajv surely has the stack for. */
const DEEPEST = 50;

/** Compiles validators of these schemas, and of each that they refer to. */
export function compileSchemas(
  schemas: ApiModel['schemas'],
  names: Iterable<string>,
  options: Options,
): CompiledSchema[] {
  const references = referencesBetween(schemas, names);
  const wanted = [...references.keys()].sort();
  const ajv = newAjv(options);
  for (const name of wanted)
    add(ajv, restrictionsOfRoot(schemas.get(name)!), keyOf(name), joinPointer('#/components/schemas', name));
  if (depthOf(wanted, (name) => references.get(name)!) > DEEPEST) compileApart(ajv, wanted.map(keyOf));
  const compiled = takeApart(
    standalone(ajv, Object.fromEntries(wanted.map((name) => [schemaValidator(name), keyOf(name)]))),
  );
  const nameOf = new Map(wanted.map((name) => [schemaValidator(name), name]));
  return wanted.map((name) => {
    const { calls, ...made } = moduleOf(compiled, [schemaValidator(name)]);
    return { name, ...made, calls: calls.map((call) => nameOf.get(call)!) };
  });
}

/** Validators of the parameters of a part, in as many modules as it takes to keep them short. They tell every fault. */
export function parameterValidators({ name, operations }: Part): ValidatorModule[] {
  const withParameters = operations.map(({ operation }) => operation).filter(({ parameters }) => parameters.length > 0);
  const ajv = newAjv({ allErrors: true });
  for (const { id, path, parameters } of withParameters)
    add(ajv, parametersSchema(parameters), id, joinPointer('#/paths', path));
  const keys = Object.fromEntries(withParameters.map(({ id }) => [parametersValidator(id), id]));
  const compiled = takeApart(standalone(ajv, keys));
  const members = [...compiled.functions].filter(([fn]) => fn in keys).map(([fn, text]) => ({ name: fn, text }));
  return chunk(name, members, LIMIT).map((part) => {
    const names = part.members.map((member) => member.name);
    const made = moduleOf(compiled, names);
    return { file: `validators/parameters/${part.name}`, names, imports: importsOf(made), text: made.text };
  });
}

/** Knows what a JSON Schema is: compiled once, and not for each instance with the validators of a few operations. */
let metaSchema: Ajv2020 | undefined;

/** @throws UnsupportedError for what is no JSON Schema */
function add(ajv: Ajv2020, schema: JsonSchema, key: string, pointer: string): void {
  try {
    metaSchema ??= new Ajv2020({ strict: false });
    metaSchema.validateSchema(schema, true);
    ajv.addSchema(schema, key);
  } catch (error) {
    throw new UnsupportedError([{ pointer, message: `is no JSON Schema: ${(error as Error).message}` }]);
  }
}

/** Returns the schema of parameters. Their reader checks required ones: only it tells empty values from absent ones. */
function parametersSchema(parameters: Parameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((each) => [each.name, restrictions(schemaOfTexts(each))])),
  };
}

function importsOf({ helpers }: Pick<ModuleParts, 'helpers'>): string[] {
  const runtime = helpers.length > 0 ? [`import { ${helpers.join(', ')} } from '@mailwright/server-runtime';`] : [];
  return ['// @ts-nocheck', ...runtime];
}

function newAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    strict: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    messages: false,
    meta: false,
    validateSchema: false,
    formats: fullFormats,
    code: {
      source: true,
      esm: true,
      lines: true,
      formats: _`formats`,
      regExp: Object.assign(anyPattern, { code: 'pattern' }),
    },
  });
  return addInstanceKeyword(addBigintKeyword(namedPatterns(exactMultiples(ajv))));
}
