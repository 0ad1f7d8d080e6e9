import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Tables of what the tiers take: each run keeps its own, and `npm run test:table` puts them into docs/tests.md. */

const page = 'docs/tests.md';
const [begin, end] = ['<!-- made by `npm run test:table` -->', '<!-- end of the table -->'];
const fileOf = (tier: string) => `.nx/tests/${tier}.md`;

export function keepTable(tier: string, table: string): void {
  mkdirSync('.nx/tests', { recursive: true });
  writeFileSync(fileOf(tier), table);
}

/** Commands whose tables are on the page. */
const shown = { test: 'npm test', full: 'npm run test:full' };

function writePage(): void {
  const text = readFileSync(page, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))];
  const tables = Object.entries(shown).flatMap(([tier, command]) =>
    existsSync(fileOf(tier)) ? [`### \`${command}\`\n\n${readFileSync(fileOf(tier), 'utf8')}`] : [],
  );
  if (tables.length < Object.keys(shown).length)
    throw new Error('Run `npm test` and then `npm run test:full -- --rest` first; each keeps its table.');
  writeFileSync(page, `${before}\n\n${tables.join('\n\n')}\n\n${after}`);
}

if (import.meta.main) writePage();
