import { expect, test } from 'vitest';
import { newTransactionKey, transactionOfOccasion } from './key.ts';

const key = newTransactionKey();

test.each([
  [key, key],
  ['', null],
  [null, null],
  ['run:2031-01-01T09:00:00.000Z', null],
  ['program:1:2:3', null],
  ['doi:17', null],
])('the transaction of %s: %s', (occasion, wanted) => expect(transactionOfOccasion(occasion)).toBe(wanted));
