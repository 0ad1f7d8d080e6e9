import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { editorTexts } from './editor.ts';

const sourceOf = (library: string) => readFileSync(fileURLToPath(import.meta.resolve(library)), 'utf8');

test('the texts of the editor are those that its libraries ask for', () => {
  const source = ['search', 'commands', 'view'].map((part) => sourceOf(`@codemirror/${part}`)).join('\n');
  const asked = [...source.matchAll(/\bphrase\((?:view, )?"([^"]+)"/g)].map(([, text]) => text!);
  expect(Object.keys(editorTexts).sort()).toEqual([...new Set(asked)].sort());
});
