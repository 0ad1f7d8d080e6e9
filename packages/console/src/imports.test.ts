import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const directory = import.meta.dirname;
const files = globSync('**/*.ts', { cwd: directory }).filter((file) => !file.endsWith('.test.ts'));

test('rule 19: the console knows the service only through its client, and shares the defences of web servers with it', () => {
  const imported = files.flatMap((file) =>
    [...readFileSync(join(directory, file), 'utf8').matchAll(/(?<!['\w])(?:from|import)\s*\(?\s*'([^'.][^']*)'/g)].map(
      ([, name]) => name!,
    ),
  );
  expect(imported).toContain('@mailwright/client');
  const foreign = imported.filter(
    (name) =>
      !name.startsWith('node:') &&
      ![
        '@dagrejs/dagre',
        '@mailwright/client',
        '@mailwright/server-runtime/web',
        'commander',
        'htmlparser2',
        'intl-messageformat',
      ].includes(name),
  );
  expect(foreign).toEqual([]);
});

test('style and script are small', () => {
  const bytes = ['console.css', 'console.js'].map((name) => readFileSync(join(directory, '../assets', name)).length);
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(60_000);
});

test('the editor, which one page loads, has its size', () => {
  const zipped = gzipSync(readFileSync(join(directory, '../assets/generated/editor.js'))).length;
  expect(zipped).toBeGreaterThan(60_000);
  expect(zipped).toBeLessThan(130_000);
});

test('HTML is made by the template only', () => {
  const makers = files.filter((file) => readFileSync(join(directory, file), 'utf8').includes('new Html('));
  expect(makers).toEqual(['html.ts']);
});
