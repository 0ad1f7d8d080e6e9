import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { findCircles, readImports } from './circles.ts';
import { isTest, readSources } from './read-sources.ts';

const root = join(import.meta.dirname, '../../..');
const packages = globSync(['spec', '{packages,tools}/*/'], { cwd: root }).sort();

/** Sources of a package. Tests are left out: no file imports them, and they may import files above their folder. */
const sourcesOf = (folder: string): [string, string][] => [...readSources(folder)].filter(([file]) => !isTest(file));

test('rule 3: no file or folder of the repository is on a circle of imports', () => {
  const sources = new Map(packages.flatMap(sourcesOf));
  expect(sources.size).toBeGreaterThan(1_500);
  expect(findCircles(readImports(sources))).toEqual([]);
});

test('rule 3: no package needs itself by way of others', () => {
  const manifest = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const named = new Map<string, string>(packages.map((folder) => [manifest(folder).name, basename(folder)]));
  const importsOf = (text: string) => ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const needs = packages.map((folder): [string, string[]] => {
    const names = sourcesOf(`${folder}/src`).flatMap(([, text]) => importsOf(text));
    const others = names.flatMap((name) => named.get(name.split('/', name[0] === '@' ? 2 : 1).join('/')) ?? []);
    return [basename(folder), [...new Set(others)]];
  });
  expect(needs.find(([name]) => name === 'contract')?.[1]).toContain('codegen');
  expect(findCircles(new Map(needs))).toEqual([]);
});

describe('a planted circle is found', () => {
  test.each(packages)('of types in %s', (folder) => {
    const [[file, text], ...others] = sourcesOf(folder) as [[string, string], ...[string, string][]];
    const planted = `${dirname(file)}/planted.ts`;
    const sources = new Map([...others, [file, `import type { A } from './planted.ts';\n${text}`]]);
    sources.set(planted, `import type { B } from './${basename(file)}';`);
    expect(findCircles(readImports(sources))).toContain(`${file} → ${planted} → ${file}`);
  });

  test.each<[string, Record<string, string>, string[]]>([
    [
      'of a folder and the one above it',
      { 'a/store.ts': './b/read.ts', 'a/b/read.ts': '', 'a/b/write.ts': '../store.ts' },
      ['a/b/write.ts → a/store.ts → a/b/read.ts'],
    ],
    ['of two folders', { 'a/x.ts': '../b/x.ts', 'a/y.ts': '', 'b/x.ts': '../a/y.ts' }, ['a/x.ts → b/x.ts → a/y.ts']],
    [
      'of three files',
      { 'x.ts': './y.ts', 'y.ts': './z.ts', 'z.ts': './x.ts' },
      ['x.ts → y.ts → z.ts → x.ts', 'y.ts → z.ts → x.ts → y.ts', 'z.ts → x.ts → y.ts → z.ts'],
    ],
    [
      'but no folder with a base below and a door above',
      { 'a/index.ts': './b/x.ts', 'a/b/x.ts': '../base.ts', 'a/base.ts': '' },
      [],
    ],
  ])('%s', (_, imports, wanted) => {
    const text = (target: string) => (target === '' ? '' : `import { it } from '${target}';`);
    const files = new Map(Object.entries(imports).map(([file, target]) => [file, text(target)]));
    expect(findCircles(readImports(files))).toEqual(wanted);
  });
});
