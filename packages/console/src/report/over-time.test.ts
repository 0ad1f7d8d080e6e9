import { expect, test } from 'vitest';
import { moments } from './over-time.ts';

test('times without events have bars too', () => {
  const found = [
    { timestamp: '2031-01-09 10:00:00', opens: 5, clicks: 1 },
    { timestamp: '2031-01-09 13:00:00', opens: 1, clicks: 0 },
  ];
  expect(
    moments({ moments: found, step: 3600 }).map(({ at, ...counts }) => [new Date(at).getUTCHours(), counts]),
  ).toEqual([
    [10, { opens: 5, clicks: 1 }],
    [11, { opens: 0, clicks: 0 }],
    [12, { opens: 0, clicks: 0 }],
    [13, { opens: 1, clicks: 0 }],
  ]);
  expect(moments({ moments: [], step: 0 })).toEqual([]);
});
