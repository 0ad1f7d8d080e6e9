import type { ApiModel } from '../model/model.ts';
import { sourceFile } from './header.ts';

/** Entries of a file, a line each. */
const LIMIT = 700;

/** A list or a table as a constant: `file` and, if it is long, files beside it with its parts. */
export function listFiles(
  model: ApiModel,
  file: string,
  { type, imports = [], brackets }: { type: string; imports?: string[]; brackets: '[]' | '{}' },
  entries: string[],
): [file: string, text: string][] {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const [open, close] = brackets;
  const constant = (lines: string[]) =>
    `export const ${name}: ${type} = ${open}\n${lines.map((line) => `  ${line},`).join('\n')}\n${close};`;
  if (entries.length <= LIMIT) return [[`${file}.ts`, sourceFile(model, imports, constant(entries))]];
  const parts = Array.from({ length: Math.ceil(entries.length / LIMIT) }, (_, index) =>
    entries.slice(index * LIMIT, (index + 1) * LIMIT),
  );
  const all = parts.map((_, index) => `...part${index + 1}`);
  const imported = parts.map((_, index) => `import { ${name} as part${index + 1} } from './${name}-${index + 1}.ts';`);
  return [
    ...parts.map((lines, index): [string, string] => [
      `${file}-${index + 1}.ts`,
      sourceFile(model, imports, constant(lines)),
    ]),
    [`${file}.ts`, sourceFile(model, [...imports, ...imported], constant(all))],
  ];
}
