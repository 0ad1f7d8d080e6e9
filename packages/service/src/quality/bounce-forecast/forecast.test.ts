import { expect, test } from 'vitest';
import { forecast } from './forecast.ts';

test.each<[number, number, number, number, number, string]>([
  [5000, 500, 40, 400, 250, 'warning'],
  [5000, 500, 25, 250, 250, 'success'],
  [5000, 500, 0, 0, 250, 'success'],
  [10, 10, 1, 1, 0, 'warning'],
  [0, 0, 0, 0, 0, 'warning'],
])('%i recipients, %i looked at, %i bad: %i of %i allowed, %s', (total, sample, bounces, expected, limit, state) => {
  const { bounceforcast, boucelimit, state: judged } = forecast(total, sample, bounces);
  expect([bounceforcast, boucelimit, judged]).toEqual([expected, limit, state]);
});
