import { openAsBlob } from 'node:fs';
import { addMailingAttachment, connect } from '../../src/index.ts';

/**
 * `node --expose-gc upload.ts BASE_URL MEGABYTES [FILE]`: sends a stream of so many, or the file, and prints by how many
 * megabytes the process has grown at most.
 */
const [, , baseUrl, megabytes, file] = process.argv;
const connection = connect({ baseUrl: baseUrl!, apiKey: 'key' });
let left = Number(megabytes);
let most = 0;
const before = rss();

const stream = new ReadableStream<Uint8Array>({
  pull(controller) {
    measure();
    if (left-- > 0) controller.enqueue(new Uint8Array(1e6).fill(1));
    else controller.close();
  },
});
const ticking = setInterval(measure, 100);
const body = file ? await openAsBlob(file) : stream;
await addMailingAttachment(connection, { mailingid: 7, filename: 'a.bin', body }).orThrow();
clearInterval(ticking);
console.log(Math.round(most));

function measure(): void {
  globalThis.gc?.(); // what is garbage does not count
  most = Math.max(most, rss() - before);
}

function rss(): number {
  return process.memoryUsage.rss() / 1e6;
}
