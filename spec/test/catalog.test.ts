import { readFileSync } from 'node:fs';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { describe, expect, test } from 'vitest';
import { descriptionFile } from '../src/files.ts';

interface Entry {
  method: string;
  path: string;
}

const catalog: Entry[] = JSON.parse(readFileSync(new URL('../catalog.json', import.meta.url), 'utf8'));
const { operations } = buildModel(await loadDescription(descriptionFile));
const described = new Set(operations.map(address));

/** Method and path; parameters of the path are the same whatever their names. */
function address({ method, path }: Entry): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;
}

describe('the catalog of 187 operations', () => {
  test('has 187 different operations', () => {
    expect(new Set(catalog.map(address)).size).toBe(187);
  });

  test.each(catalog)('$method $path is described', (entry) => {
    expect(described).toContain(address(entry));
  });
});

test('an operation outside the catalog says that it is an extension', async () => {
  const known = new Set(catalog.map(address));
  const { paths } = await loadDescription(descriptionFile);
  const unmarked = operations
    .filter((operation) => !known.has(address(operation)))
    .filter(({ method, path }) => paths[path][method.toLowerCase()]['x-extension'] !== true);
  expect(unmarked.map(({ id }) => id)).toEqual([]);
});
