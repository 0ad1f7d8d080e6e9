import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '../../verify/src/deep.ts';
import { DescriptionError } from '../src/common/errors.ts';
import { ALL_PARTS, type Files, generateFiles } from '../src/generate.ts';
import { loadDescription } from '../src/load/load.ts';
import type { Json } from '../src/model/model.ts';
import { descriptionsBelow } from './corpus/descriptions.ts';
import { folderOf, INSTALLED } from './corpus/sources.ts';
import { LAYOUTS, type Layout, partFiles } from './support/layouts.ts';

/** Size in bytes of the largest that every run parts. */
const LARGEST = deep ? Infinity : 60_000;

/** Descriptions that every run has parted by Redocly, which starts a process for each. */
const BY_REDOCLY = deep ? Infinity : 5;

interface Description {
  name: string;
  file: string;
  text: string;
  document: string;
}

let folder: string;
const descriptions: Description[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-files-'));
  for (const source of INSTALLED) {
    const root = folderOf(source);
    for (const { file } of await descriptionsBelow(root, source.selection))
      if ((await stat(file)).size <= LARGEST) {
        const text = await readFile(file, 'utf8');
        descriptions.push({ name: path.relative(root, file), file, text, document: await read(file) });
      }
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The document that a description is read into, from which everything is generated. */
async function read(file: string): Promise<string> {
  try {
    // The place of a reference that leads nowhere is that of its file.
    return JSON.stringify(await loadDescription(file)).replaceAll(/"x-broken-reference":\{[^}]*\}/g, '"broken":true');
  } catch (error) {
    if (error instanceof DescriptionError) return 'null';
    throw error;
  }
}

/** Writes a description in files; returns the one to read. */
async function part(text: string, layout: Layout, name: string): Promise<string> {
  const target = path.join(folder, layout, name);
  for (const [file, content] of partFiles(text, layout)) {
    await mkdir(path.dirname(path.join(target, file)), { recursive: true });
    await writeFile(path.join(target, file), content);
  }
  return path.join(target, 'openapi.json');
}

test('a description with every kind of component generates the same bytes in each layout', async () => {
  const whole = path.join(import.meta.dirname, 'fixtures/harbour-3.1.yaml');
  const text = await readFile(whole, 'utf8');
  const generated = (input: string) => generateFiles({ input, parts: ALL_PARTS });
  const wanted = await generated(whole);
  for (const layout of LAYOUTS) {
    const files = await generated(await part(text, layout, 'harbour'));
    // The first line names the description.
    const withoutName = (made: Files) =>
      [...made].map(([file, content]) => [file, content.replace(/from "[^"]*"/, '')]);
    expect([layout, withoutName(files)]).toEqual([layout, withoutName(wanted)]);
  }
});

test.each(LAYOUTS)('each description of the corpus means the same in files of the layout "%s"', async (layout) => {
  const different: string[] = [];
  for (const [index, { name, text, document }] of descriptions.entries()) {
    if ((await read(await part(text, layout, String(index)))) !== document) different.push(name);
  }
  expect(descriptions.length).toBeGreaterThan(110);
  expect(different).toEqual([]);
});

test(
  'what `redocly split` makes of a description means the same',
  async () => {
    const require = createRequire(import.meta.url);
    const command = path.resolve(path.dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js');
    const different: string[] = [];
    let count = 0;
    for (const { name, file, text, document } of descriptions) {
      if (count >= BY_REDOCLY) break;
      // It leaves pointers into components as they are, and has no components where these lead.
      if (/["']?\$ref["']?:\s*["']#\/components\/\w+\/[^"'/]+\//.test(text)) continue;
      const hasParts = Object.keys(JSON.parse(document)?.components?.schemas ?? {}).length > 1;
      if (!hasParts || document.includes('"broken":true') || /"?swagger"?:/.test(text)) continue;
      const target = path.join(folder, 'redocly', String(count));
      // It cannot part every description.
      const parting = promisify(execFile)(process.execPath, [command, 'split', file, '--outDir', target]);
      const isParted = await parting.then(
        () => true,
        () => false,
      );
      if (!isParted) continue;
      count++;
      const made = await read(path.join(target, `openapi${path.extname(file)}`));
      if (withoutNames(made) !== withoutNames(inOrderOf(made, document))) different.push(name);
    }
    expect(count).toBeGreaterThan(4);
    expect(different).toEqual([]);
  },
  deep ? 600_000 : 60_000,
);

/** Redocly lists no components: those that nothing uses are gone, and the others have the order in which they are used. */
function inOrderOf(made: string, document: string): string {
  const [parted, whole] = [JSON.parse(made), JSON.parse(document)];
  const alike = (like: Json, node: Json, depth: number): Json => {
    if (depth === 0 || typeof like !== 'object' || like === null) return node;
    return Object.fromEntries(Object.keys(like).map((key) => [key, alike(like[key], node?.[key], depth - 1)]));
  };
  const { components } = alike({ components: parted.components }, whole, 3);
  return JSON.stringify({ ...alike(parted, whole, 1), components });
}

/** Redocly writes down that the values of discriminators are names of schemas. */
function withoutNames(document: string): string {
  return JSON.stringify(
    JSON.parse(document, (key, value) => {
      if (key !== 'mapping') return value;
      const others = Object.entries<string>(value).filter(([kind, target]) => !target.endsWith(`/${kind}`));
      return others.length > 0 ? Object.fromEntries(others) : undefined;
    }),
  );
}
