import type { ServerResponse } from 'node:http';

const size = 262_144;
const shortest = 8192;
/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const longest = Math.floor(size / 3);
/** One buffer per long response in transit. Only the part that was written to occupies memory. */
const mostFree = 64;
const free: Buffer[] = [];

/**
 * Reports whether a text is long enough that counting its bytes costs more than encoding it, and short enough for one buffer.
 */
export const fitsReusedMemory = (text: string): boolean => text.length >= shortest && text.length <= longest;

/**
 * A text as UTF-8, in a buffer that is reused after the response was handed to the operating system. If it never
 * is, the buffer is not reused.
 */
export function inReusedMemory(text: string, to: ServerResponse): Uint8Array {
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(size);
  to.once('finish', () => {
    if (free.length < mostFree) free.push(memory);
  });
  return memory.subarray(0, memory.write(text));
}
