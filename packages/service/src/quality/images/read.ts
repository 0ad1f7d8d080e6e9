import { imageSize } from 'image-size';

export interface ImageFile {
  bytes: number;
  type: string;
  width: number;
  height: number;
}

/** Returns the image format of the bytes, or `undefined` if they are not an image. */
export function readImage(body: Uint8Array): ImageFile | undefined {
  try {
    // A copy: it would read on in what lies behind a file in memory.
    const { type, width, height } = imageSize(Uint8Array.from(body));
    return type === undefined ? undefined : { bytes: body.length, type, width, height };
  } catch {
    return undefined;
  }
}
