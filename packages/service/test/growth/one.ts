import { randomOf } from '../support/random.ts';
import { best, isWithin, judgeGrowth } from './judge.ts';
import { measure } from './measure.ts';
import { rows } from './rows.ts';
import { searchSlowest } from './search.ts';
import { type Shape, textOf } from './shapes.ts';

/** Measures one row in a process of its own; prints a line of JSON for each shape. */
const [name = '', steps = '0', seed = '1'] = process.argv.slice(2);
const subject = rows.find((row) => row.name === name);
if (subject === undefined) throw new Error(`There is no row ${name}.`);
const { shapes, size, run } = subject;
const attempts = 3;

const measureShape = async (shape: Shape) => {
  const costs = [];
  for (const part of [8, 4, 2, 1]) {
    const text = textOf(shape, size / part);
    costs.push(await measure(() => run(text)));
  }
  return costs;
};

// Threads are started and code is compiled before anything is measured.
for (const shape of shapes) await run(textOf(shape, Math.min(size, 20_000)));
const searched =
  Number(steps) > 0
    ? [await searchSlowest(shapes, run, { random: randomOf(Number(seed)), steps: Number(steps), size: size / 64 })]
    : [];
for (const shape of [...shapes, ...searched]) {
  let costs = await measureShape(shape);
  for (let attempt = 1; attempt < attempts && !isWithin(judgeGrowth(costs)); attempt++) {
    costs = best(costs, await measureShape(shape));
  }
  console.log(JSON.stringify({ shape, cpu: costs.at(-1)!.cpu, ...judgeGrowth(costs) }));
}
process.exit(0);
