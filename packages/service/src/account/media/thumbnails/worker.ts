import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initPhoton, PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon/others';
import { imageSize } from 'image-size';
import type { ThumbnailFault } from '../../tables.ts';
import { limitMemory } from './limit-memory.ts';
import { thumbnailLimits } from './limits.ts';

/** A thumbnail as a PNG file, or why there is none. */
export type Thumbnail = { png: Uint8Array } | { fault: ThumbnailFault };

/**
 * Makes a thumbnail of an image in a worker thread: of the first picture if the image is animated. The thread must end
 * afterwards, because a failure leaves the decoder in an undefined state, and its memory never shrinks.
 */
export async function makeThumbnail(bytes: Uint8Array): Promise<Thumbnail> {
  const size = sizeOf(bytes);
  if (size === undefined) return { fault: 'unreadable' };
  const { width, height } = size;
  if (width * height > thumbnailLimits.pixels) return { fault: 'too_many_pixels' };
  const file = readFileSync(fileURLToPath(import.meta.resolve('@cf-wasm/photon/photon.wasm')));
  await initPhoton({ module_or_path: limitMemory(file, thumbnailLimits.memoryBytes) });
  try {
    const image = PhotonImage.new_from_byteslice(bytes);
    const scale = Math.min(1, thumbnailLimits.side / Math.max(width, height));
    const scaled = (length: number) => Math.max(1, Math.round(length * scale));
    return { png: resize(image, scaled(width), scaled(height), SamplingFilter.Triangle).get_bytes() };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** Returns the size that the beginning of the file declares, or `undefined` if it declares none. */
function sizeOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    // A copy: it would read on in what lies behind the file in memory.
    const { width, height } = imageSize(Uint8Array.from(bytes));
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}
