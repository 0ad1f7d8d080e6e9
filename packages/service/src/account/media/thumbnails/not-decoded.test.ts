import { PhotonImage } from '@cf-wasm/photon/others';
import { expect, test, vi } from 'vitest';
import { makeThumbnail } from './worker.ts';

function png(width: number, height: number): Buffer {
  const file = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR________\x08\x06\0\0\0', 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

test.each([
  { given: 'more pixels than are decoded', file: png(4033, 3100), wanted: 'too_many_pixels' },
  { given: 'the largest size that a PNG can declare', file: png(2 ** 31 - 1, 2 ** 31 - 1), wanted: 'too_many_pixels' },
  { given: 'no pixels', file: png(0, 7), wanted: 'unreadable' },
  { given: 'no image', file: Buffer.from('hello'), wanted: 'unreadable' },
  { given: 'nothing', file: Buffer.of(), wanted: 'unreadable' },
])('a file with $given never comes to the decoder', async ({ file, wanted }) => {
  const decode = vi.spyOn(PhotonImage, 'new_from_byteslice');
  expect(await makeThumbnail(file)).toEqual({ fault: wanted });
  expect(decode).not.toHaveBeenCalled();
  decode.mockRestore();
});
