import { parseArgs } from 'node:util';
import type { Figure } from './bench.ts';
import { holds } from './bench.ts';
import { benches } from './benches/index.ts';

/** `npm run bench` runs all benchmarks, `npm run bench -- NAME …` some; `--json` prints one object a line. */

const help = `Usage: npm run bench -- [NAME …] [--json]

Each benchmark measures its subject and a bare baseline in turn, and prints their ratio.

Benchmarks: ${Object.keys(benches).join(', ')}

Examples:
  npm run bench                       all of them
  npm run bench -- list-mailings      one of them
  npm run bench -- --json             one JSON object a line
  BENCH_PEOPLE=200000 npm run bench -- freeze       of sendouts, with so many people
  BENCH_EVENTS=20000000 npm run bench -- report-pages
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(', ')}.\n`);
  console.log(help);
  process.exit(values.help ? 0 : 1);
}

const print = values.json ? printJson : printLine;
let missed = 0;
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  if (!values.json) console.error(`${name} …`);
  for (const figure of await benches[name]!()) {
    print(figure);
    if (!holds(figure)) missed++;
  }
}
process.exit(missed === 0 ? 0 : 1);

function printJson(figure: Figure): void {
  const { name, ratio, target, detail } = figure;
  console.log(JSON.stringify({ name, ratio, target, holds: holds(figure), detail }));
}

function printLine(figure: Figure): void {
  const { name, ratio, target, detail } = figure;
  const verdict =
    target === null ? 'no target' : `target ${target.bound} ${target.value}: ${holds(figure) ? 'holds' : 'MISSED'}`;
  console.log(`  ${name.padEnd(34)} ${ratio.toFixed(2).padStart(7)}  ${verdict.padEnd(28)} ${detail}`);
}
