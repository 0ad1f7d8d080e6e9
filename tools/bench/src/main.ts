import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Figure } from './bench.ts';
import { holds, median } from './bench.ts';
import { benches } from './benches/index.ts';
import { type ComparedFigure, compareCheckouts } from './compare/against.ts';
import { type Checkout, checkOut, resolveCommit } from './compare/checkout.ts';

/** `npm run bench` runs all benchmarks, `npm run bench -- NAME …` some; `--against` compares two versions. */

const help = `Usage: npm run bench -- [NAME …] [--json] [--against COMMIT [--rounds N]]

Each benchmark measures its subject and a bare baseline in turn, and prints their ratio.

Options:
  --list             prints the names of the benchmarks
  --json             prints one JSON object a line
  --against COMMIT   measures that version too, in turn with this one, and prints how much each ratio has changed, with its
                     95 % confidence interval; fails if one is worse by more than 10 %
  --rounds N         how often each version is measured, from 2 (default: 5)

Examples:
  npm run bench                       all of them
  npm run bench -- list-mailings      one of them
  npm run bench -- sendout list-mailings --against v0.1.0
  BENCH_PEOPLE=200000 npm run bench -- freeze       of sendouts, with so many people
  BENCH_EVENTS=20000000 npm run bench -- scale
`;

const { values, positionals } = readArguments();
if (values.help || values.list) {
  console.log(values.help ? help : Object.keys(benches).join('\n'));
  process.exit(0);
}
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) refuse(`There is no benchmark ${unknown.join(', ')}; --list prints their names.`);
const names = positionals.length > 0 ? positionals : Object.keys(benches);
if (values.against !== undefined) process.exit(await compare(values.against, readRounds(values.rounds)));

const print = values.json ? printJson : printLine;
let missed = 0;
for (const name of names) {
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

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        against: { type: 'string' },
        rounds: { type: 'string', default: '5' },
      },
    });
  } catch (error) {
    return refuse(`${(error as Error).message.split('. ')[0]}.`);
  }
}

function readRounds(text: string): number {
  return /^[1-9]\d?$/.test(text) && text !== '1'
    ? Number(text)
    : refuse(`--rounds must be from 2 to 99 but was ${text}.`);
}

function refuse(message: string): never {
  console.error(`${message}\n\n${help}`);
  process.exit(1);
}

/** Compares this checkout with a commit. Returns the exit status. */
async function compare(revision: string, rounds: number): Promise<number> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const tell = (line: string) => console.error(`${line} …`);
  let commit: string;
  try {
    commit = resolveCommit(root, revision);
  } catch (error) {
    return refuse((error as Error).message);
  }
  tell(`checking out ${revision}`);
  let before: Checkout | undefined;
  try {
    before = checkOut(root, commit, tell);
    const figures = await compareCheckouts({ now: root, before: before.directory, rounds }, names, tell);
    for (const figure of figures) console.log(values.json ? JSON.stringify(figure) : changeLine(figure));
    return figures.some(({ verdict }) => verdict === 'lost') ? 1 : 0;
  } catch (error) {
    console.error(`The versions cannot be compared: ${(error as Error).message}`);
    return 1;
  } finally {
    before?.remove();
  }
}

function changeLine({ name, now, before, change, verdict }: ComparedFigure): string {
  const { factor, low, high } = change;
  const ratios = `${median(before).toFixed(2)} → ${median(now).toFixed(2)}`;
  return `  ${name.padEnd(34)} ${ratios.padEnd(14)} × ${factor.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})  ${verdict ?? 'no target'}`;
}
