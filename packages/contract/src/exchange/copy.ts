/** What passes by, as far as it is worth keeping. */
export interface Copy {
  add(chunk: Uint8Array): void;
  /** All bytes, as long as they are not more than are kept; else `undefined`. */
  whole(): Uint8Array | undefined;
  /** Bytes that have passed. */
  length(): number;
}

/** A copy of a stream that forgets everything when the stream is longer than `most` bytes. */
export function copyOf(most: number): Copy {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (length > most) chunks = [];
      else chunks.push(chunk);
    },
    whole: () => (length > most ? undefined : Buffer.concat(chunks)),
    length: () => length,
  };
}
