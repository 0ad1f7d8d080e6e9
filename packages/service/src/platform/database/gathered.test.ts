import { expect, test } from 'vitest';
import { gathered } from './gathered.ts';
import type { Db } from './schema.ts';

const db = {} as Db;
const other = {} as Db;

function doubling() {
  const runs: (readonly number[])[] = [];
  const double = gathered<number, number>(async (_db, _accountId, items) => {
    runs.push(items);
    if (items.includes(13)) throw new Error('refused');
    return items.map((item) => item * 2);
  });
  return { runs, double };
}

test('calls of one turn are passed on together, and each gets its own result', async () => {
  const { runs, double } = doubling();
  const late = async (item: number) => {
    for (let turn = 0; turn < 5; turn++) await undefined;
    return double(db, 1, item);
  };
  expect(await Promise.all([double(db, 1, 1), late(2), double(db, 1, 3)])).toEqual([2, 4, 6]);
  expect(runs).toEqual([[1, 3, 2]]);
  expect(await double(db, 1, 4)).toBe(8);
  expect(runs).toHaveLength(2);
});

test('those of other accounts and handles are not', async () => {
  const { runs, double } = doubling();
  expect(await Promise.all([double(db, 1, 1), double(db, 2, 2), double(other, 1, 3)])).toEqual([2, 4, 6]);
  expect(runs).toEqual([[1], [2], [3]]);
});

test('if they fail, each of them fails, and later ones do not', async () => {
  const { double } = doubling();
  const results = await Promise.allSettled([double(db, 1, 1), double(db, 1, 13)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(db, 1, 1)).toBe(2);
});
