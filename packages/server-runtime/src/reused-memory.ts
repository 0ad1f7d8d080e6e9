import type { ServerResponse } from 'node:http';

const size = 262_144;
const shortest = 8192;
/** A character of JavaScript takes at most three bytes. */
const longest = Math.floor(size / 3);
/** As many as there are long answers on their way at once. Of each, the part that was written to is in memory. */
const mostFree = 64;
const free: Buffer[] = [];

/** Whether a text is long enough that counting its bytes costs more than encoding it, and short enough for one buffer. */
export const fitsReusedMemory = (text: string): boolean => text.length >= shortest && text.length <= longest;

/**
 * A text as UTF-8, in memory that serves other answers once this one was handed to the operating system. If it never
 * is, the memory is not used again.
 */
export function inReusedMemory(text: string, to: ServerResponse): Uint8Array {
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(size);
  to.once('finish', () => {
    if (free.length < mostFree) free.push(memory);
  });
  return memory.subarray(0, memory.write(text));
}
