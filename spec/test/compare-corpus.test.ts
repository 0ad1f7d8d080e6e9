import { stat } from 'node:fs/promises';
import { loadDescription } from '@mailwright/codegen';
import { expect, test } from 'vitest';
import { descriptionsBelow } from '../../tools/codegen/test/corpus/descriptions.ts';
import { folderOf, INSTALLED } from '../../tools/codegen/test/corpus/sources.ts';
import { compare, strip } from '../src/compare/index.ts';
import { descriptionFile } from '../src/files.ts';

/** Size in bytes of the largest that is compared. */
const LARGEST = 60_000;

test('no description breaks clients of itself', async () => {
  const files = [descriptionFile];
  for (const source of INSTALLED)
    for (const { file } of await descriptionsBelow(folderOf(source), source.selection))
      if ((await stat(file)).size <= LARGEST) files.push(file);
  const found: string[] = [];
  for (const file of files) {
    // Some are refused.
    const document = await loadDescription(file).catch(() => undefined);
    if (document === undefined) continue;
    const differences = compare(strip(document), strip(structuredClone(document)));
    found.push(...differences.map(({ pointer, message }) => `${file}${pointer}: ${message}`));
  }
  expect(files.length).toBeGreaterThan(110);
  expect(found).toEqual([]);
});
