import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource, saidTexts, sourceFiles } from './texts.ts';

/** Writes the texts of the console that have no translation yet into the files of translators, and removes those that it does not say. */
const texts = new Set(sourceFiles().flatMap((file) => saidTexts(parseSource(file)).map(({ text }) => text)));
for (const language of ['de', 'es', 'fr']) {
  const file = join(import.meta.dirname, `../messages/${language}.json`);
  const known = new Map<string, string>(Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  const wanted = [...texts].sort().map((text) => [text, known.get(text) ?? '']);
  const missing = wanted.filter(([, translation]) => translation === '').length;
  const removed = [...known.keys()].filter((text) => !texts.has(text)).length;
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(wanted), null, 2)}\n`);
  console.log(`${language}: ${texts.size} texts, ${missing} to translate, ${removed} removed`);
}
