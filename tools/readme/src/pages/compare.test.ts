import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { comparePictures } from './compare.ts';

/** A white picture with black pixels at some places. */
function picture(width: number, height: number, ...black: (readonly [x: number, y: number])[]): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (const [x, y] of black) png.data.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return PNG.sync.write(png);
}

test.each([
  ['equal ones', picture(8, 8, [1, 1]), picture(8, 8, [1, 1]), 0],
  ['a block that moved', picture(8, 8, [1, 1], [2, 1]), picture(8, 8, [1, 6], [2, 6]), 4],
  ['a page that grew by a line', picture(8, 8), picture(8, 9), 8],
  ['a page that became narrower', picture(8, 8), picture(7, 8), 8],
])('%s', (_name, before, now, pixels) => {
  const found = comparePictures(before, now);
  expect(found.pixels).toBe(pixels);
  expect(found.picture === undefined).toBe(pixels === 0);
});
