import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesAtOnce, slices } from './slices.ts';

test('each id is in one slice, however many pieces are taken at once', () => {
  const bounds = fc
    .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 12 })
    .map((ids) => ids.sort((a, b) => a - b));
  fc.assert(
    fc.property(bounds, fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (ends, sizes) => {
      const found: number[] = [];
      let pieces = 0;
      const all = slices(ends);
      for (let next = all.next(1); !next.done; next = all.next(sizes.next().value!)) {
        const { after = Number.NEGATIVE_INFINITY, last = Number.POSITIVE_INFINITY, count } = next.value;
        pieces += count;
        for (let id = 1; id <= 70; id++) if (id > after && id <= last) found.push(id);
      }
      expect(found).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
      expect(pieces).toBe(ends.length + 1);
    }),
  );
});

test.each([
  [1, 5, 5],
  [1, 25, 1],
  [1, 2000, 1],
  [5, 25, 5],
  [5, 250, 1],
  [1, 0, 50],
])('%d pieces in %d ms: next %d', (count, millis, wanted) => {
  expect(piecesAtOnce(count, millis)).toBe(wanted);
});
