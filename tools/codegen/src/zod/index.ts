import type { Note } from '../common/errors.ts';
import { typeName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { chunk } from '../types/chunk.ts';
import { zodExpression } from './expression.ts';

/** Lines of a file. */
const LIMIT = 700;

const HELPERS = ['characters', 'isFormat', 'isOther', 'isThere', 'isUnique', 'pattern'];

const constantOf = (schema: string): string => `z${typeName(schema).replace(/^./, (first) => first.toUpperCase())}`;

/**
 * A Zod schema for each schema, `zod/index.ts` with `zPet`. References are lazy, so that schemas can refer to each other in any
 * order. Keywords without a form in Zod are left out with a note: such a schema takes more values.
 */
export function emitZod(model: ApiModel, note: Note = () => {}): Map<string, string> {
  const names = constants(model);
  const members = [...model.schemas].map(([schema, content]) => {
    const left = new Set<string>();
    const expression = zodExpression(content, {
      reference: (name) => (names.has(name) ? `z.lazy(() => ${names.get(name)})` : 'z.unknown()'),
      unsupported: (keyword) => left.add(keyword),
    });
    if (left.size > 0)
      note({
        pointer: joinPointer('#/components/schemas', schema),
        message: `its Zod schema does not check ${[...left].join(', ')}`,
      });
    const name = names.get(schema)!;
    return { name, text: `export const ${name}: z.ZodType<types.${typeName(schema)}> = ${expression} as never;` };
  });
  const chunks = chunk('schemas', members, LIMIT);
  const files = chunks.map(({ name, members: some }): [string, string] => {
    const text = some.map((each) => each.text).join('\n');
    const words = wordsOf(text);
    const uses = (word: string) => words.has(word);
    const own = new Set(some.map((each) => each.name));
    const helpers = HELPERS.filter(uses);
    const imports = [
      ...(helpers.length > 0 ? [`import { ${helpers.join(', ')} } from '@mailwright/server-runtime/schemas';`] : []),
      `import * as z from 'zod';`,
      `import type * as types from '../types/index.ts';`,
      ...chunks
        .filter((other) => other.name !== name)
        .flatMap((other) => {
          const used = other.members.map((each) => each.name).filter((each) => !own.has(each) && uses(each));
          return used.length > 0 ? [`import { ${used.join(', ')} } from './${other.name}.ts';`] : [];
        }),
    ];
    return [`zod/${name}.ts`, sourceFile(model, imports, text)];
  });
  const all = chunks.map(({ name }) => `export * from './${name}.ts';`).join('\n');
  return new Map([...files, ['zod/index.ts', sourceFile(model, [], all || 'export {};')]]);
}

const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const WORDS = /(\.?)([\p{ID_Start}$_][\p{ID_Continue}$]*)(:?)/gu;

/** The identifiers of an expression, without names of members. */
function wordsOf(text: string): Set<string> {
  const found = text.replace(STRINGS, '').matchAll(WORDS);
  return new Set([...found].flatMap(([, dot, word, colon]) => (dot || colon ? [] : [word!])));
}

function constants(model: ApiModel): Map<string, string> {
  const taken = new Set<string>();
  const names = [...model.schemas.keys()].map((schema): [string, string] => {
    let name = constantOf(schema);
    for (let number = 2; taken.has(name); number++) name = `${constantOf(schema)}${number}`;
    taken.add(name);
    return [schema, name];
  });
  return new Map(names);
}
