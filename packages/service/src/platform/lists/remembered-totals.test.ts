import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openedNowhere } from '../../../test/support/opened-nowhere.ts';
import { rememberTotals } from './remembered-totals.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test.each([
  ['a small total is counted each time', 99_999, [0, 1], 2],
  ['a large one is not', 100_000, [0, 59_999], 1],
  ['for longer than a minute', 100_000, [0, 60_000], 2],
])('%s', async (_, total, pauses, wanted) => {
  const rememberedTotal = rememberTotals({ large: 100_000, keptMillis: 60_000 });
  const db = openedNowhere();
  let counts = 0;
  const count = async () => {
    counts++;
    return total;
  };
  for (const pause of pauses) {
    vi.advanceTimersByTime(pause);
    expect(await rememberedTotal(db, 'openings', count)).toBe(total);
  }
  expect(counts).toBe(wanted);
});

test('of another thing, and in another database, it is another one', async () => {
  const rememberedTotal = rememberTotals({ large: 100_000, keptMillis: 60_000 });
  const db = openedNowhere();
  expect(await rememberedTotal(db, 'openings', async () => 200_000)).toBe(200_000);
  expect(await rememberedTotal(db, 'clicks', async () => 300_000)).toBe(300_000);
  expect(await rememberedTotal(openedNowhere(), 'openings', async () => 400_000)).toBe(400_000);
  expect(await rememberedTotal(db, 'openings', async () => 500_000)).toBe(200_000);
});
