import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadDescription } from '@mailwright/codegen';
import { strip } from '../src/compare/strip.ts';
import { descriptionFile } from '../src/files.ts';
import { releasedFile } from './files.ts';

/** Run at a release: keeps the description as what later ones are held against. */

const { paths, components, ...head } = strip(await loadDescription(descriptionFile));
const lines = (map: object) =>
  Object.entries(map).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
const sections = Object.entries<object>(components).map(
  ([kind, map]) => `${JSON.stringify(kind)}:{\n${lines(map).join(',\n')}}`,
);
const text = `${JSON.stringify(head).slice(0, -1)},\n"paths":{\n${lines(paths).join(',\n')}},\n"components":{\n${sections.join(',\n')}}}\n`;
mkdirSync(dirname(releasedFile), { recursive: true });
writeFileSync(releasedFile, text);
console.log(`${releasedFile}: ${Object.keys(paths).length} paths, ${Math.round(text.length / 1024)} KiB`);
