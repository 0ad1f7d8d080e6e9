import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openedNowhere } from '../../../test/support/opened-nowhere.ts';
import { PageStarts } from './page-starts.ts';

const keptMillis = 5000;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** A list whose rows have the ids 2, 4, 6, …, and what the database has skipped since the last look. */
function opened(rows: number) {
  const db = openedNowhere();
  const starts = new PageStarts(keptMillis);
  const ids = Array.from({ length: rows }, (_, index) => 2 * (index + 1));
  let work = 0;
  const behind = (after: number | undefined) => ids.filter((id) => after === undefined || id > after);
  const list = {
    what: 'contacts',
    async idBehind(after: number | undefined, skipped: number) {
      work += skipped + 1;
      return behind(after)[skipped];
    },
  };
  const page = async (index: number, size = 100) => {
    work = 0;
    const { after, skipped } = await starts.find(db, list, (index - 1) * size);
    work += skipped;
    const found = behind(after).slice(skipped, skipped + size);
    starts.note(db, list, (index - 1) * size, found);
    return { first: found[0], count: found.length, work };
  };
  return { page, ids };
}

test.each([
  ['near pages are skipped to', [100], 9900],
  ['a far one too, the first time', [995], 99_400],
  ['not the second time', [995, 995], 0],
  ['nor the one behind it', [994, 995], 0],
  ['others begin at the last whole 10,000', [995, 950], 4900],
  ['and before', [995, 301], 30_000],
  ['from the last start that is known', [301, 995], 69_400],
])('%s: pages %j', async (_, pages, wanted) => {
  const { page } = opened(100_000);
  for (const index of pages.slice(0, -1)) await page(index);
  const last = pages.at(-1)!;
  expect(await page(last)).toEqual({ first: 2 * ((last - 1) * 100 + 1), count: 100, work: wanted });
});

test('starts are forgotten', async () => {
  const { page } = opened(100_000);
  await page(995);
  vi.advanceTimersByTime(keptMillis - 1);
  expect(await page(995)).toMatchObject({ work: 0 });
  vi.advanceTimersByTime(1);
  expect(await page(995)).toMatchObject({ work: 99_400 });
});

test('who reads page after page gets each row once, whatever is deleted before', async () => {
  const { page, ids } = opened(30_000);
  const found: number[] = [];
  for (let index = 1; ; index++) {
    const { first, count } = await page(index, 1000);
    if (first === undefined) break;
    found.push(first);
    expect(count).toBe(1000);
    if (index > 11) ids.splice(0, 10);
  }
  expect(found).toEqual(Array.from({ length: 30 }, (_, index) => 2 * (index * 1000 + 1)));
});

test('there is nothing behind the last page', async () => {
  const { page } = opened(20_050);
  expect(await page(201)).toMatchObject({ count: 50 });
  expect(await page(202)).toMatchObject({ count: 0 });
  expect(await page(999)).toMatchObject({ count: 0 });
});
