/** A copy of a stream of limited length. */
export interface Copy {
  add(chunk: Uint8Array): void;
  /** Returns all bytes, or `undefined` if there were more than the limit. */
  whole(): Uint8Array | undefined;
  /** Returns the number of bytes of the stream. */
  length(): number;
  /** Reports whether there were more bytes than the limit, so that nothing more is kept. */
  isOver(): boolean;
}

/** Makes a copy that discards everything if the stream is longer than `most` bytes. */
export function copyOf(most: number): Copy {
  let chunks: Uint8Array[] = [];
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (length > most) chunks = [];
      else chunks.push(chunk);
    },
    isOver: () => length > most,
    whole: () => (length > most ? undefined : Buffer.concat(chunks)),
    length: () => length,
  };
}
