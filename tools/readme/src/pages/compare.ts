import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How two pictures of a page differ. */
export interface Difference {
  /** Number of pixels that are not the same; edges of letters are smoothed alike on one machine. */
  pixels: number;
  /** A PNG in which they are red, or `undefined` if there are none. */
  picture: Buffer | undefined;
}

/** Compares two PNGs. Where one is larger, every pixel that the other lacks differs. */
export function comparePictures(before: Buffer, now: Buffer): Difference {
  if (before.equals(now)) return { pixels: 0, picture: undefined };
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(now)];
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)];
  const drawn = new PNG({ width, height });
  // Absent parts stay transparent, which no page is.
  const extended = [one, other].map((picture) => {
    const canvas = new PNG({ width, height });
    PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0);
    return canvas.data;
  });
  const options = { threshold: 0.02, checkerboard: true };
  const pixels = pixelmatch(extended[0]!, extended[1]!, drawn.data, width, height, options);
  return { pixels, picture: pixels === 0 ? undefined : PNG.sync.write(drawn) };
}
