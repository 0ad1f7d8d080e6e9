import { existsSync } from 'node:fs';
import path from 'node:path';
import { BaseResolver } from '@redocly/openapi-core';
import { DescriptionError, type Problem } from './common/errors.ts';
import { ALL_PARTS, type GenerateOptions, OPTIONAL_PARTS } from './generate.ts';
import { isUrl, relative } from './load/files.ts';
import { unreadable } from './load/unreadable.ts';
import { VALUES } from './load/values.ts';
import type { Json } from './model/model.ts';
import { joinPointer } from './model/pointer.ts';
import { isObject } from './model/walk.ts';

/** What is generated from one description. */
export type ApiOptions = Pick<
  GenerateOptions,
  'input' | 'output' | 'parts' | 'overlays' | 'remote' | 'strict' | 'values' | 'filter'
> & {
  skipUnsupported?: boolean;
  /** Paths of modules with further outputs. */
  plugins?: readonly string[];
};

/** Names under which the configuration is found in the folder in which the command is called. */
export const CONFIG_FILES = ['mailwright-codegen.yaml', 'mailwright-codegen.yml', 'mailwright-codegen.json'];

export const findConfig = (): string | undefined => CONFIG_FILES.find((file) => existsSync(file));

/** The parts that are generated if none are named. */
export const DEFAULT_PARTS = ALL_PARTS.filter((part) => !OPTIONAL_PARTS.includes(part));

interface Form {
  about: string;
  fits: (value: unknown) => boolean;
}

const text: Form = { about: 'a text', fits: (value) => typeof value === 'string' && value !== '' };
const boolean: Form = { about: 'true or false', fits: (value) => typeof value === 'boolean' };
const texts: Form = { about: 'a list of texts', fits: (value) => Array.isArray(value) && value.every(text.fits) };
const listOf = (known: readonly string[]): Form => ({
  about: `a list of: ${known.join(', ')}`,
  fits: (value) => Array.isArray(value) && value.every((each) => known.includes(each)),
});

/** The members of an API, by their names in the file. */
const FORMS: Record<string, Form> = {
  input: text,
  output: text,
  emit: listOf(ALL_PARTS),
  overlays: texts,
  plugins: texts,
  values: listOf(VALUES),
  tags: texts,
  operations: texts,
  deprecated: boolean,
  internal: boolean,
  remote: boolean,
  strict: boolean,
  skipUnsupported: boolean,
};

/**
 * Reads a configuration in YAML or JSON: `apis`, each with `input` and `output` and what else the options of the command say. Paths
 * are relative to the file.
 * @throws DescriptionError with every fault of the file
 */
export async function readConfig(file: string): Promise<ApiOptions[]> {
  const read = await new BaseResolver().resolveDocument(null, path.resolve(file), true).catch((error: Error) => error);
  const fault = (pointer: string, message: string): Problem => ({
    file: relative(path.resolve(file)),
    pointer,
    message,
  });
  if (read instanceof Error) throw new DescriptionError([fault('#', unreadable(read, 'a configuration'))]);
  const apis = (read.parsed as Json)?.apis;
  if (!Array.isArray(apis) || apis.length === 0)
    throw new DescriptionError([fault('#/apis', 'must be a list of objects, each with "input" and "output"')]);
  const folder = path.dirname(file);
  const problems = apis.flatMap((api, index) => faultsIn(api, joinPointer('#/apis', index)));
  if (problems.length > 0) throw new DescriptionError(problems.map(({ pointer, message }) => fault(pointer, message)));
  const made = apis.map((api) => toOptions(api, folder));
  const outputs = made.map(({ output }) => path.resolve(output));
  const within = outputs.findIndex((one, index) =>
    outputs.some((other, at) => at !== index && `${one}${path.sep}`.startsWith(`${other}${path.sep}`)),
  );
  if (within >= 0) {
    const message = 'is the folder of another API, or in it; give each a folder of its own, as old files are deleted';
    throw new DescriptionError([fault(joinPointer('#/apis', within, 'output'), message)]);
  }
  return made;
}

function faultsIn(api: Json, pointer: string): Problem[] {
  if (!isObject(api)) return [{ pointer, message: 'must be an object with "input" and "output"' }];
  const missing = ['input', 'output'].filter((key) => api[key] === undefined);
  return [
    ...missing.map((key) => ({ pointer, message: `"${key}" is missing` })),
    ...Object.entries<unknown>(api).flatMap(([key, value]): Problem[] => {
      const at = joinPointer(pointer, key);
      const form = Object.hasOwn(FORMS, key) ? FORMS[key] : undefined;
      if (!form) return [{ pointer: at, message: `is unknown; allowed are ${Object.keys(FORMS).join(', ')}` }];
      return form.fits(value) ? [] : [{ pointer: at, message: `must be ${form.about}` }];
    }),
  ];
}

function toOptions(api: Json, folder: string): ApiOptions {
  const { input, output, emit = DEFAULT_PARTS, overlays = [], values, tags, operations, deprecated, internal } = api;
  const at = (file: string) => (isUrl(file) ? file : path.join(folder, file));
  const { remote = false, strict = false, skipUnsupported = false, plugins = [] } = api;
  return {
    input: at(input),
    output: at(output),
    parts: ALL_PARTS.filter((part) => emit.includes(part)),
    overlays: overlays.map(at),
    plugins: plugins.map(at),
    values: values ?? [],
    filter: { tags, operations, deprecated, internal },
    remote,
    strict,
    skipUnsupported,
  };
}
