import { describe, expect, test } from 'vitest';
import { partSizes } from './parts.ts';

describe('parts of a target group', () => {
  test.each([
    [1000, { share: 20, holdout: 5, variants: 2 }, [50, 100, 100]],
    [1000, { share: 100, holdout: 0, variants: 2 }, [0, 500, 500]],
    [7, { share: 100, holdout: 0, variants: 3 }, [0, 2, 3, 2]],
    [10, { share: 50, holdout: 50, variants: 5 }, [5, 1, 1, 1, 1, 1]],
    [3, { share: 1, holdout: 0, variants: 2 }, [0, 0, 0]],
    [0, { share: 100, holdout: 0, variants: 2 }, [0, 0, 0]],
  ])('%d contacts, %o: %j', (contacts, division, sizes) => {
    expect(partSizes(contacts, division)).toEqual(sizes);
  });

  test('are right within one contact, and never more than there are', () => {
    for (let contacts = 0; contacts < 400; contacts += 7)
      for (const share of [1, 10, 33, 50, 95])
        for (const holdout of [0, 1, 5])
          for (const variants of [2, 3, 4, 5]) {
            const [none, ...others] = partSizes(contacts, { share, holdout, variants });
            const told = JSON.stringify({ contacts, share, holdout, variants });
            expect(Math.abs(none! - (contacts * holdout) / 100), told).toBeLessThan(1);
            for (const size of others)
              expect(Math.abs(size - (contacts * share) / variants / 100), told).toBeLessThan(1);
            expect(none! + others.reduce((sum, size) => sum + size, 0), told).toBeLessThanOrEqual(contacts);
          }
  });
});
