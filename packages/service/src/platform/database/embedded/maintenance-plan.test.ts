import { expect, test } from 'vitest';
import { duePlan } from './maintenance-plan.ts';

const mebibyte = 1024 * 1024;
const fresh = { name: 'public.t', live: 1000, dead: 0, changed: 0 };

test.each([
  ['nothing is due on a fresh database', { walBytes: 0, tables: [fresh] }, []],
  ['a segment of log is not much', { walBytes: 16 * mebibyte, tables: [] }, []],
  ['more is', { walBytes: 16 * mebibyte + 1, tables: [] }, ['checkpoint']],
  ['dead rows up to a fifth may stay', { walBytes: 0, tables: [{ ...fresh, dead: 250 }] }, []],
  ['more are cleaned up', { walBytes: 0, tables: [{ ...fresh, dead: 251 }] }, ['vacuum (analyze) public.t']],
  ['changes up to a tenth may stay', { walBytes: 0, tables: [{ ...fresh, changed: 150 }] }, []],
  ['more are counted', { walBytes: 0, tables: [{ ...fresh, changed: 151 }] }, ['analyze public.t']],
  [
    'each table by itself, the checkpoint last',
    { walBytes: 17 * mebibyte, tables: [fresh, { ...fresh, name: 'public.u', dead: 300, changed: 300 }] },
    ['vacuum (analyze) public.u', 'checkpoint'],
  ],
])('%s', (_, statistics, wanted) => {
  expect(duePlan(statistics)).toEqual(wanted);
});
