/**
 * Generates from public descriptions, type-checks and calls what comes out, and prints what became of each.
 * Usage: npm run corpus [-- DIR…] [-- --write] [--quick] [--xml] [--only TEXT]
 * `--quick` only generates; `--write` puts the tables into the page.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { descriptionsBelow, type Selection } from './descriptions.ts';
import type { Measured } from './measure.ts';
import { type Row, report, withReport } from './report.ts';
import { FETCHED, folderOf, INSTALLED } from './sources.ts';
import { measureAll } from './workers.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../../docs/conformance.md');

const { values: options, positionals } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    xml: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
});

interface Folder {
  title: string;
  folder: string;
  selection: Selection;
}

function folders(): Folder[] {
  if (positionals.length > 0)
    return positionals.map((folder) => ({ title: path.basename(folder), folder, selection: { onlyXml: options.xml } }));
  return [...INSTALLED, ...FETCHED].map((source) => ({
    title: `${source.name} ${source.version}`,
    folder: folderOf(source),
    selection: source.selection ?? {},
  }));
}

const rows = new Map<string, Row>();
for (const { title, folder, selection } of folders())
  for (const { file, hasXml } of await descriptionsBelow(folder, selection)) {
    const name = path.relative(folder, file);
    if (name.includes(options.only)) rows.set(file, { source: title, name, hasXml, measured: undefined });
  }

const files = [...rows.keys()];
let done = 0;
await measureAll(files, { processes: Math.min(4, availableParallelism()), quick: options.quick }, (file, measured) => {
  const row = rows.get(file)!;
  row.measured = measured;
  done++;
  tell(row.name, measured);
});

function tell(name: string, { outcome, reasons, typeErrors, calls }: Measured): void {
  const faults = [
    ...(outcome === 'whole' ? [] : reasons.slice(0, 1)),
    ...typeErrors['5.9'].slice(0, 1).map((error) => `TypeScript 5.9: ${error}`),
    ...typeErrors['7'].slice(0, 1).map((error) => `TypeScript 7: ${error}`),
    ...calls.wrong.slice(0, 1).map((call) => `wrong: ${call}`),
  ];
  console.log(`${done}/${files.length}\t${outcome}\t${name}\t${calls.right} of ${calls.made} calls`);
  for (const fault of faults) console.log(`\t${fault.slice(0, 400)}`);
}

const measuredRows = [...rows.values()];
const text = report(measuredRows);
console.log(`\n${text}`);
if (options.write) {
  writeFileSync(PAGE, withReport(readFileSync(PAGE, 'utf8'), text));
  execFileSync('npx', ['biome', 'format', '--write', PAGE]);
}
if (measuredRows.some(({ measured }) => measured?.outcome === 'crashed')) process.exitCode = 1;
