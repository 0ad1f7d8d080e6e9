import { expect, test } from 'vitest';
import { medianRate } from './results.ts';

const mailing = { id: 1, name: 'A', state: 'done', type: 'regular', scheduled: undefined };
const result = (opens: number, recipients = 100) => ({
  ...{ ...mailing, opens, recipients, clicks: 0, bounces: 0, unsubscribed: 0 },
});

test.each([
  [[], undefined],
  [[result(0, 0)], undefined],
  [[result(20)], 0.2],
  [[result(90), result(20)], 0.55],
  [[result(90), result(10), result(20), result(0, 0)], 0.2],
])('the median of %j is %j', (results, wanted) => {
  expect(medianRate(results, 'opens')).toEqual(wanted);
});
