import { expect, test } from 'vitest';
import { best, isWithin, judgeGrowth } from './judge.ts';
import { measure } from './measure.ts';

const costs = (...cpu: number[]) => cpu.map((each) => ({ cpu: each, longestTurn: each }));

test.each<[string, number[], number | undefined]>([
  ['linear', [20, 40, 80, 160], 1],
  ['quadratic', [20, 80, 320, 1280], 2],
  ['quadratic, the first too short to be measured', [0.1, 2, 12, 48], 2],
  ['a jump at the end', [1, 1, 1, 96], 3],
  ['linear up to a limit', [20, 40, 80, 2], 1],
  ['too short to tell', [1, 2, 4, 40], undefined],
])('%s', (_, cpu, wanted) => {
  const { exponent } = judgeGrowth(costs(...cpu));
  expect(exponent === undefined ? undefined : Math.round(exponent * 100) / 100).toBe(wanted);
});

test('quadratic work and long turns are found', async () => {
  expect(isWithin(judgeGrowth(costs(20, 80, 320, 1280)))).toBe(false);
  expect(isWithin({ exponent: undefined, wait: 201 })).toBe(false);
  expect(isWithin({ exponent: 1.1, wait: 199 })).toBe(true);
  const steps = async () => {
    for (let step = 0; step < 3; step++) {
      const end = process.threadCpuUsage().user + 60_000;
      while (process.threadCpuUsage().user < end);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const { cpu, longestTurn } = await measure(steps);
  expect(cpu).toBeGreaterThan(150);
  expect(longestTurn).toBeGreaterThan(55);
});

test('of several measurements the best counts', () => {
  expect(best(costs(1, 9), costs(2, 3))).toEqual(costs(1, 3));
});
