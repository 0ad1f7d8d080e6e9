import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { snippets } from '../docs/snippets.ts';
import { descriptionFile } from '../src/files.ts';

/**
 * Writes the figures of the description into the README and `docs/comparison.md`: `npm run figures`. With `--check` nothing
 * is written, and figures that are not those of the description end the command with 1.
 */
const root = join(import.meta.dirname, '../..');

/** A sentence, or a cell of a table with the space behind it, and its figures in their order. */
type Place = readonly [file: string, words: RegExp, figures: readonly number[]];

async function places(): Promise<Place[]> {
  const { operations } = buildModel(await loadDescription(descriptionFile));
  const all = operations.length;
  const statuses = operations.reduce((sum, { responses }) => sum + responses.length, 0);
  const written = await snippets();
  const runnable = written.filter(({ needs }) => needs === undefined).length;
  return [
    ['README.md', /implements\s\d+\sof\sthe\s\d+\soperations/, [all, all]],
    ['README.md', /cover\s\d+\sof\sthe\s\d+\sdocumented\sstatuses/, [statuses, statuses]],
    ['docs/comparison.md', /\| \d+ operations; contract tests cover every documented status */, [all]],
    ['docs/comparison.md', /statuses covered by contract tests *\| \d+ of \d+ */, [statuses, statuses]],
    ['docs/comparison.md', /snippets run against a new account *\| \d+ of \d+ */, [runnable, written.length]],
  ];
}

/** Returns the text with its figures; a cell of a table keeps its width. */
function withFigures(text: string, [file, words, figures]: Place): string {
  const [found] = words.exec(text) ?? [];
  if (found === undefined) throw new Error(`${file} has no ${words}`);
  const left = [...figures];
  const replaced = found.replaceAll(/\d+/g, () => String(left.shift()));
  return text.replace(words, () => (found.endsWith(' ') ? replaced.trimEnd().padEnd(found.length) : replaced));
}

const texts = new Map<string, string>();
for (const place of await places()) {
  const [file] = place;
  texts.set(file, withFigures(texts.get(file) ?? readFileSync(join(root, file), 'utf8'), place));
}
for (const [file, text] of texts) {
  if (readFileSync(join(root, file), 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`The figures in ${file} are not those of the description any more; write them anew: npm run figures`);
    process.exitCode = 1;
  } else writeFileSync(join(root, file), text);
}
