import { countLines } from '../types/chunk.ts';
import { LIMIT } from './parts.ts';

/** Ajv's standalone code, taken apart so that each validator can stand in a module of its own. */
export interface Standalone {
  /** Function name, the exported name where there is one -> source text. */
  functions: Map<string, string>;
  /** Names of the functions that are exported. */
  exported: Set<string>;
  /** Name -> line with its declaration. */
  constants: Map<string, string>;
  /** Name of a constant or a function -> its place among those of its kind. */
  places: Map<string, number>;
}

/** Text and imports of a module. */
export interface ModuleParts {
  text: string;
  /** Exported functions of other modules that it calls. */
  calls: string[];
  /** Helpers of the runtime of the stub that it calls. */
  helpers: string[];
}

const helpers: Record<string, string> = {
  'require("ajv/dist/runtime/ucs2length").default': 'characters',
  'require("ajv/dist/runtime/equal").default': 'equal',
};

/** Ajv's test for an integer, which takes what JavaScript has rounded too. */
const INTEGER = /\(\(typeof (data\d*) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)/g;

/** Reads what Ajv wrote with `code: { esm, lines }`: constants of one line, and functions that end before `name.evaluated`. */
export function takeApart(code: string): Standalone {
  const exports = new Map(
    [...code.matchAll(/^export const (\w+) = (\w+);$/gm)].map(([, name, local]) => [local!, name!]),
  );
  const named = code
    .replace(INTEGER, 'Number.isSafeInteger($1)')
    .replace(/^export const .*\n/gm, '')
    .replace(/\bvalidate\d+\b/g, (local) => exports.get(local) ?? local)
    .replace(
      /if\(vErrors === null\)\{\n(.*)\n\}\nelse \{\n(.*)\n\}\nerrors\+\+;/g,
      'if(vErrors === null) $1 else $2 errors++;',
    );
  const functions = new Map<string, string>();
  // Without types on its head, TypeScript would work through the body.
  const typed = (text: string) => text.replace(/\(data, (\{.*\})=\{\}\)\{/, '(data: any, $1: any = {}): boolean {');
  /** Only a function that no file would hold is written in one line. */
  const short = (text: string) => (countLines(text) > LIMIT ? text.replaceAll('\n', '') : text);
  const constants = new Map<string, string>();
  const outside = named.replace(/^function (\w+)\([\s\S]*?\n\1\.evaluated = .*;$/gm, (text, name: string) => {
    functions.set(name, short(typed(text)));
    return '';
  });
  for (const [line, name] of outside.matchAll(/^const (\w+) = .*;$/gm)) constants.set(name!, line);
  const left = outside.replace(/^const .*$|^"use strict";$/gm, '').trim();
  if (left !== '') throw new Error(`Ajv wrote something unknown: ${left.slice(0, 200)}`);
  const places = new Map(
    [constants, functions].flatMap((kind) => [...kind.keys()].map((name, at) => [name, at] as const)),
  );
  return { functions, exported: new Set(exports.values()), constants, places };
}

/** Some functions with everything they need that is not exported elsewhere. */
export function moduleOf({ functions, exported, constants, places }: Standalone, wanted: string[]): ModuleParts {
  const own = new Set(wanted);
  const calls = new Set<string>();
  const used = new Set<string>();
  const visit = (text: string) => {
    for (const [name] of text.matchAll(/\b[a-zA-Z]\w*\b/g)) {
      const next = constants.get(name) ?? functions.get(name);
      if (next === undefined || own.has(name) || used.has(name)) continue;
      if (exported.has(name)) calls.add(name);
      else {
        used.add(name);
        visit(next);
      }
    }
  };
  for (const name of wanted) visit(functions.get(name)!);
  // A module needs few of thousands of constants, so it sorts its own instead of looking through all.
  const needed = [...used].sort((one, other) => places.get(one)! - places.get(other)!);
  const declarations = needed.flatMap((name) => constants.get(name) ?? []).map(withHelper);
  const inner = needed.flatMap((name) => (constants.has(name) ? [] : functions.get(name)!));
  const text = [declarations.join('\n'), ...inner, ...wanted.map((name) => `export ${functions.get(name)}`)].join(
    '\n\n',
  );
  const names = ['characters', 'equal', 'formats', 'isMultipleOf', 'pattern'];
  return {
    text,
    calls: [...calls],
    helpers: names.filter((name) => new RegExp(`^const \\w+ = ${name}\\b`, 'm').test(text)),
  };
}

function withHelper(line: string): string {
  return line.replace(/require\(.*\)\.default/, (call) => {
    const helper = helpers[call];
    if (helper === undefined) throw new Error(`Validators need ${call}, which the runtime of the stub does not have`);
    return helper;
  });
}
