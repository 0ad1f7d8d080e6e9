import { expect, test } from 'vitest';
import { slots } from './slots.ts';

test('no more than the given number at a time, first come first served, also after a failure', async () => {
  const run = slots(2);
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const work = gates.map(({ promise }, index) =>
    run(() => {
      begun.push(index);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  gates[1]!.reject(new Error('no luck'));
  await expect(work[1]).rejects.toThrow('no luck');
  expect(begun).toEqual([0, 1, 2]);
  gates[0]!.resolve();
  await work[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  gates[2]!.resolve();
  gates[3]!.resolve();
  await Promise.all([work[2], work[3]]);
});
