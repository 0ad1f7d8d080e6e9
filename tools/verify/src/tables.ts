import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tableFile } from './kept-tables.ts';
import { isLaterFile, plantedDefects, plantedRows } from './planted.ts';
import { tableOf } from './tier-table.ts';

/** `npm run test:table`: puts the tables of the last run of each tier, and that of planted defects, into docs/tests.md. */

const page = 'docs/tests.md';
const [begin, end] = ['<!-- made by `npm run test:table` -->', '<!-- end of the table -->'];

/** Commands whose tables are on the page. */
const shown = { test: 'npm test', full: 'npm run test:full' };

function writePage(): void {
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))];
  const tables = Object.entries(shown).flatMap(([tier, command]) =>
    existsSync(tableFile(tier)) ? [`### \`${command}\`\n\n${readFileSync(tableFile(tier), 'utf8')}`] : [],
  );
  if (tables.length < Object.keys(shown).length)
    throw new Error('Run `npm test` and then `npm run test:full -- --rest` first; each keeps its table.');
  writeFileSync(page, `${before}\n\n${[...tables, plantedTable()].join('\n\n')}\n\n${after}`);
}

function plantedTable(): string {
  const head = ['Planted', 'Number', 'Tests in `npm test`', 'Some later', 'All later'];
  return ['### Planted defects', '', ...tableOf(head, plantedRows(plantedDefects(), isLaterFile()))].join('\n');
}

writePage();
