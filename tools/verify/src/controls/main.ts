import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copySources } from './copy-sources.ts';
import { type Removal, removeControl } from './removal.ts';
import { removals } from './removals.ts';
import { failedTests } from './run-tests.ts';
import { findTest, readSecurityTable, root } from './security-table.ts';

const help = `npm run controls [-- ROW …]

Removes each security control of docs/security.md from a copy of the sources and runs the tests of its row, one of
which must fail. The last line counts the controls whose tests failed (killed) and those whose tests passed (survived).

  npm run controls                  all rows; takes about half an hour
  npm run controls -- V7.3.1 V8     rows with these requirements, or of these chapters
`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
if (values.help) {
  console.log(help);
  process.exit(0);
}

const isChosen = ({ row }: Removal) =>
  positionals.length === 0 ||
  positionals.some((wanted) => row.split(', ').some((part) => part === wanted || part.startsWith(`${wanted}.`)));
const chosen = removals.filter(isChosen);
if (chosen.length === 0) {
  console.error(
    `No row of docs/security.md that has a control is called ${positionals.join(' or ')}; try V7 or V7.3.1.`,
  );
  process.exit(1);
}

const tests = new Map(readSecurityTable().map((row) => [row.requirements, row.tests.map((file) => findTest(file)!)]));
const copy = mkdtempSync(join(tmpdir(), 'mailwright-controls-'));
copySources(root, copy);

const survived: string[] = [];
try {
  const all = [...new Set(chosen.flatMap(({ row }) => tests.get(row)!))];
  console.log(`Tests of ${chosen.length} controls, with all of them in place: ${all.length} files`);
  const broken = await failedTests(copy, all);
  if (broken.length > 0) throw new Error(`these tests fail before any control is removed:\n  ${broken.join('\n  ')}`);
  for (const [index, removal] of chosen.entries()) {
    const path = join(copy, removal.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, removeControl(removal, text));
    const failed = await failedTests(copy, tests.get(removal.row)!, { bail: true });
    writeFileSync(path, text);
    const name = `${removal.row} (${removal.file})`;
    if (failed.length === 0) survived.push(name);
    const outcome = failed.length > 0 ? `killed by: ${failed[0]}` : 'SURVIVED';
    console.log(`[${index + 1}/${chosen.length}] ${name} ${outcome}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
if (survived.length > 0) console.log(`\nNo test failed without:\n${survived.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${chosen.length - survived.length} killed, ${survived.length} survived`);
process.exit(survived.length === 0 ? 0 : 1);
