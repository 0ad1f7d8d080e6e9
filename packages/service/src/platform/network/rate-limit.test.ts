import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

const start = 12_345;

test.each<[string, [milliseconds: number, client: string, wanted: number][]]>([
  [
    'a burst, then as many as the seconds allow',
    [
      [0, 'a', 0],
      [0, 'a', 0],
      [0, 'a', 0],
      [0, 'a', 2],
      [1000, 'a', 1],
      [2000, 'a', 0],
      [2000, 'a', 2],
    ],
  ],
  [
    'clients do not share',
    [
      [0, 'a', 0],
      [0, 'a', 0],
      [0, 'a', 0],
      [0, 'a', 2],
      [0, 'b', 0],
    ],
  ],
  [
    'a pause saves up no more than a burst',
    [
      [0, 'a', 0],
      [3_600_000, 'a', 0],
      [3_600_000, 'a', 0],
      [3_600_000, 'a', 0],
      [3_600_000, 'a', 2],
    ],
  ],
  [
    'the client that was heard of longest ago is forgotten first',
    [
      [0, 'a', 0],
      [0, 'a', 0],
      [0, 'a', 0],
      [0, 'b', 0],
      [0, 'a', 2],
      [0, 'c', 0],
      [0, 'a', 2],
    ],
  ],
])('%s', (_what, requests) => {
  let now = start;
  const limit = new RateLimit({ burst: 3, perSecond: 0.5, clients: 2 }, () => now);
  const answers = requests.map(([milliseconds, client]) => {
    now = start + milliseconds;
    return limit.take(client);
  });
  expect(answers).toEqual(requests.map(([, , wanted]) => wanted));
});
