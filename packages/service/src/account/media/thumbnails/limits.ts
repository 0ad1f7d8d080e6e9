export const thumbnailLimits = {
  /** Of an image that is decoded: somewhat more than telephones take. */
  pixels: 12_500_000,
  /** Longer side of a thumbnail in pixels. */
  side: 160,
  /** Of the decoder: three times the pixels of the largest image, and its file. */
  memoryBytes: 192 * 1024 * 1024,
  /** A second on most machines, unless the file is made to take long. */
  deadlineMillis: 60_000,
};
