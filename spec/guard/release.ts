import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadDescription } from '@mailwright/codegen';
import { operationChanges } from '../src/compare/operation-changes.ts';
import { strip } from '../src/compare/strip.ts';
import { descriptionFile } from '../src/files.ts';
import { changesFile, exceptionsFile, releasedFile } from './files.ts';

/**
 * `release.ts VERSION`, run at a release: keeps what has changed since the last one, and the description as what later ones
 * are held against. Exceptions from the guard are those of one release.
 */

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('The version is missing: release.ts VERSION');
const present = strip(await loadDescription(descriptionFile));
mkdirSync(dirname(releasedFile), { recursive: true });

if (existsSync(releasedFile)) {
  const changes = operationChanges(JSON.parse(readFileSync(releasedFile, 'utf8')), present);
  const earlier = existsSync(changesFile) ? JSON.parse(readFileSync(changesFile, 'utf8')) : [];
  writeFileSync(changesFile, `${JSON.stringify([{ version, changes }, ...earlier], null, 2)}\n`);
}
const words = readFileSync(exceptionsFile, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('#'));
writeFileSync(exceptionsFile, `${words.join('\n')}\n[]\n`);

const { paths, components, ...head } = present;
const lines = (map: object) =>
  Object.entries(map).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
const sections = Object.entries<object>(components).map(
  ([kind, map]) => `${JSON.stringify(kind)}:{\n${lines(map).join(',\n')}}`,
);
const text = `${JSON.stringify(head).slice(0, -1)},\n"paths":{\n${lines(paths).join(',\n')}},\n"components":{\n${sections.join(',\n')}}}\n`;
writeFileSync(releasedFile, text);
console.log(`${releasedFile}: ${Object.keys(paths).length} paths, ${Math.round(text.length / 1024)} KiB`);
