import { crc32, deflateSync } from 'node:zlib';
import { PhotonImage } from '@cf-wasm/photon';
import { imageSize } from 'image-size';
import { expect, test } from 'vitest';
import { workerFunctions } from '../../../platform/workers/worker-pool.ts';
import type { Thumbnail } from './worker.ts';

const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');
const make = (bytes: Uint8Array) => call('makeThumbnail', bytes, { deadlineMillis: 300_000, isolated: true });

/** A picture of one color. */
const picture = (width: number, height: number) =>
  new PhotonImage(new Uint8Array(width * height * 4).fill(200), width, height);

const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
};
function png(width: number, height: number, pixels: Uint8Array, extra: Uint8Array = Buffer.of()): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const parts = [chunk('IHDR', header), extra, chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.of())];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}
/** A GIF with a screen and a frame, of which only the first byte of pixels is there. */
function gif(screen: number, frame: number): Buffer {
  const numbers = (...all: number[]) => Buffer.from(Uint16Array.from(all).buffer);
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    numbers(screen, screen),
    Buffer.from([0x80, 0, 0]),
    palette,
    Buffer.from([0x2c]),
    numbers(0, 0, frame, frame),
    Buffer.from([0, 2, 2, 0x44, 1, 0, 0x3b]),
  ]);
}
const inflating = Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(new Uint8Array(400_000_000))]);

const size = ({ png: bytes }: { png: Uint8Array }) => {
  const { type, width, height } = imageSize(bytes);
  return `${type} ${width}×${height}`;
};
const told = (thumbnail: Thumbnail) => ('png' in thumbnail ? size(thumbnail) : thumbnail.fault);

const large = picture(400, 100);
test.each([
  { given: 'a PNG', file: large.get_bytes(), wanted: 'png 160×40' },
  { given: 'a JPEG', file: large.get_bytes_jpeg(80), wanted: 'png 160×40' },
  { given: 'a WebP', file: large.get_bytes_webp(), wanted: 'png 160×40' },
  { given: 'a GIF', file: gif(1, 1), wanted: 'png 1×1' },
  { given: 'a picture of one line', file: png(5000, 1, new Uint8Array(5001)), wanted: 'png 160×1' },
  { given: 'a small one, which stays as large as it is', file: picture(20, 10).get_bytes(), wanted: 'png 20×10' },
  {
    given: 'as many pixels as a telephone takes',
    file: png(4032, 3024, new Uint8Array(4033 * 3024)),
    wanted: 'png 160×120',
  },
  { given: 'too many pixels', file: png(4033, 3100, Buffer.of()), wanted: 'too_many_pixels' },
  {
    given: 'the largest size that a PNG can declare',
    file: png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.of()),
    wanted: 'too_many_pixels',
  },
  { given: 'no pixels', file: png(0, 0, Buffer.of()), wanted: 'unreadable' },
  { given: 'a PNG that ends early', file: large.get_bytes().subarray(0, 60), wanted: 'unreadable' },
  { given: 'a JPEG that ends early', file: large.get_bytes_jpeg(80).subarray(0, 300), wanted: 'unreadable' },
  { given: 'a WebP that ends early', file: large.get_bytes_webp().subarray(0, 40), wanted: 'unreadable' },
  { given: 'a GIF with a frame that is larger than its screen', file: gif(1, 65_535), wanted: 'unreadable' },
  {
    given: 'a profile that inflates',
    file: png(8, 8, new Uint8Array(72), chunk('iCCP', inflating)),
    wanted: /^(png 8×8|unreadable)$/,
  },
  { given: 'another file', file: Buffer.from('GIF89a'), wanted: 'unreadable' },
  {
    given: 'a file before other bytes in memory',
    file: gif(65_535, 1).subarray(0, 6),
    wanted: 'unreadable',
  },
  { given: 'nothing', file: Buffer.of(), wanted: 'unreadable' },
])('$given: $wanted', async ({ file, wanted }) => {
  const result = told(await make(file));
  if (typeof wanted === 'string') expect(result).toBe(wanted);
  else expect(result).toMatch(wanted);
});
