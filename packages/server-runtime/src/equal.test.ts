import { expect, test } from 'vitest';
import { equal } from './equal.ts';

test('bigints are equal by value', () => {
  expect([equal([1n], [1n]), equal(1n, 2n)]).toEqual([true, false]);
});

test.each<[left: unknown, right: unknown, wanted: boolean]>([
  [1, 1, true],
  [0, -0, true],
  [Number.NaN, Number.NaN, true],
  [1, '1', false],
  [null, {}, false],
  [null, null, true],
  [[1, [2]], [1, [2]], true],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  [{ a: 1, b: { c: [] } }, { b: { c: [] }, a: 1 }, true],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [new Date(0), new Date(0), true],
  [new Date(0), new Date(1), false],
  [new Uint8Array([1, 2]), new Uint8Array([1, 2]), true],
  [new Uint8Array([1, 2]), new Uint8Array([1, 3]), false],
])('%j and %j', (left, right, wanted) => {
  expect([equal(left, right), equal(right, left)]).toEqual([wanted, wanted]);
});
