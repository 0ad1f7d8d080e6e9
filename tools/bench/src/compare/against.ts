import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Figure } from '../bench.ts';
import { type Change, compareRuns, judgeChange, type Verdict } from './change.ts';

/** A figure of both versions. */
export interface ComparedFigure {
  name: string;
  /** Medians would hide the pairs: each value is one run. */
  now: number[];
  before: number[];
  change: Change;
  /** Undefined for figures without a target, for which nobody said which direction is better. */
  verdict: Verdict | undefined;
}

/**
 * Runs benchmarks of two checkouts in turn, `rounds` times; every second round begins with the other one, so that a drift of
 * the machine hits both. Figures that only one version has are left out.
 */
export async function compareCheckouts(
  { now, before, rounds }: { now: string; before: string; rounds: number },
  names: readonly string[],
  tell: (line: string) => void,
): Promise<ComparedFigure[]> {
  const runs: { now: Figure[]; before: Figure[] }[] = [];
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`);
    const first = round % 2 === 1 ? now : before;
    const second = first === now ? before : now;
    const [a, b] = [await runBenches(first, names), await runBenches(second, names)];
    runs.push(first === now ? { now: a, before: b } : { now: b, before: a });
  }
  return compareFigures(runs);
}

/** Pure part of the comparison: joins the figures of all rounds by name. */
export function compareFigures(runs: readonly { now: Figure[]; before: Figure[] }[]): ComparedFigure[] {
  const ratioOf = (figures: readonly Figure[], wanted: string) => figures.find(({ name }) => name === wanted)?.ratio;
  return (runs[0]?.now ?? []).flatMap(({ name, target }) => {
    const now = runs.map((run) => ratioOf(run.now, name));
    const before = runs.map((run) => ratioOf(run.before, name));
    if (![...now, ...before].every((value) => value !== undefined)) return [];
    const change = compareRuns(now as number[], before as number[]);
    const better = target?.bound === 'at most' ? 'lower' : 'higher';
    const verdict = target === null ? undefined : judgeChange(change, better);
    return [{ name, now: now as number[], before: before as number[], change, verdict }];
  });
}

/** The benchmarks of a checkout in a process of their own. Its exit status tells of missed targets, which are no failure here. */
async function runBenches(checkout: string, names: readonly string[]): Promise<Figure[]> {
  const child = spawn('node_modules/.bin/node', ['tools/bench/src/main.ts', ...names, '--json'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const figures = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Figure);
  if (figures.length === 0) throw new Error(`The benchmarks of ${checkout} gave no figure:\n${errors.slice(-2000)}`);
  return figures;
}
