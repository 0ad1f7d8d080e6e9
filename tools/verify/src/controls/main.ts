import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copySources } from './copy-sources.ts';
import { hashOfSources, openJournal } from './journal.ts';
import { type Removal, removeControl } from './removal.ts';
import { removals } from './removals.ts';
import { failedTests } from './run-tests.ts';
import { findTest, readSecurityTable, root } from './security-table.ts';

const help = `npm run controls [-- ROW …]

Removes each security control of docs/security/requirements.md from a copy of the sources and runs the tests of its row, one of
which must fail. The last line counts the controls whose tests failed (killed) and those whose tests passed (survived).
A run that is interrupted goes on where it ended, as long as the sources are the same.

  npm run controls                  all rows; takes more than an hour
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
    `No row of docs/security/requirements.md that has a control is called ${positionals.join(' or ')}; try V7 or V7.3.1.`,
  );
  process.exit(1);
}

const tests = new Map(readSecurityTable().map((row) => [row.requirements, row.tests.map((file) => findTest(file)!)]));
const journal = openJournal(join(root, '.nx/controls.json'), hashOfSources(root));
const left = chosen.filter((removal) => !journal.find(removal));
if (left.length < chosen.length)
  console.log(`Going on with an interrupted run of the same sources: ${chosen.length - left.length} controls are done`);
if (left.length > 0) await removeEach(left);

const survived = chosen.filter((removal) => journal.find(removal)!.killedBy === undefined);
if (survived.length > 0)
  console.log(`\nNo test failed without:\n${survived.map((each) => `  ${nameOf(each)}`).join('\n')}`);
console.log(`\n${chosen.length - survived.length} killed, ${survived.length} survived`);
journal.end();
process.exit(survived.length === 0 ? 0 : 1);

async function removeEach(left: readonly Removal[]): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'mailwright-controls-'));
  try {
    copySources(root, copy);
    const all = [...new Set(left.flatMap(({ row }) => tests.get(row)!))];
    console.log(`Tests of ${left.length} controls, with all of them in place: ${all.length} files`);
    const broken = await failedTests(copy, all);
    if (broken.length > 0) throw new Error(`these tests fail before any control is removed:\n  ${broken.join('\n  ')}`);
    const started = performance.now();
    for (const [index, removal] of left.entries()) {
      const killedBy = await killerOf(removal, copy);
      journal.add(removal, { killedBy });
      const minutes = (((performance.now() - started) / (index + 1)) * (left.length - index - 1)) / 60_000;
      const outcome = killedBy === undefined ? 'SURVIVED' : `killed by: ${killedBy}`;
      console.log(`[${index + 1}/${left.length}, ${Math.ceil(minutes)} min left] ${nameOf(removal)} ${outcome}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The first test of the row that fails without its control. */
async function killerOf(removal: Removal, copy: string): Promise<string | undefined> {
  const path = join(copy, removal.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, removeControl(removal, text));
  const [first] = await failedTests(copy, tests.get(removal.row)!, { bail: true });
  writeFileSync(path, text);
  return first;
}

function nameOf({ row, file }: Removal): string {
  return `${row} (${file})`;
}
