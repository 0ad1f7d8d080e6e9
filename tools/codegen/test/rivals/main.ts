import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { install, measureAll } from './measure.ts';
import { report, withReport } from './report.ts';

/**
 * Prints this generator beside six others, on the same descriptions. They are installed into a temporary folder, or taken from
 * the folder in `GENERATOR_RIVALS`; the repository does not depend on them. `-- --write` puts the table into the page.
 */
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const PAGE = path.join(ROOT, 'docs/side-by-side.md');
const given = process.env.GENERATOR_RIVALS;
const scratch = given ?? mkdtempSync(path.join(tmpdir(), 'generator-rivals-'));
try {
  await install(scratch);
  const text = report(await measureAll(scratch, (name) => console.error(name)));
  console.log(text);
  if (process.argv.includes('--write')) {
    writeFileSync(PAGE, withReport(readFileSync(PAGE, 'utf8'), text));
    execFileSync(path.join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', PAGE], { cwd: ROOT });
  }
} finally {
  if (given === undefined) rmSync(scratch, { recursive: true, force: true });
}
