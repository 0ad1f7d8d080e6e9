import { pathToFileURL } from 'node:url';
import type { XmlCodec } from '../../src/index.ts';
import { readElements } from '../../src/stream/index.ts';

/**
 * `long-list.ts MEGABYTES CODEC` reads a list of this length and prints how many items it had, and the most memory it took. The
 * codec is that of `listed`, made beforehand: what makes codecs takes more memory than what is measured.
 */

const wanted = Number(process.argv[2]) * 1e6;
interface Contact {
  id: number;
  fields: unknown[];
}
const { ContactCodec }: { ContactCodec: XmlCodec<Contact> } = await import(pathToFileURL(process.argv[3]!).href);

let written = 0;
let made = 0;

/** In pieces that end anywhere. */
async function* document(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const field = '<field><name>CITY</name><value>Žďár nad Sázavou</value></field>';
  yield encoder.encode('<contacts>');
  while (written < wanted) {
    let piece = '';
    while (piece.length < 60_000)
      piece += `\n  <contact><id>${++made}</id><email>contact-${made}@example.com</email><fields>${field.repeat(10)}</fields></contact>`;
    const bytes = encoder.encode(piece);
    written += bytes.length;
    yield bytes.subarray(0, 12_345);
    yield bytes.subarray(12_345);
  }
  yield encoder.encode('</contacts>');
}

const start = performance.now();
let read = 0;
const items = readElements(document(), { path: ['contacts', 'contact'], decode: ContactCodec.decode });
for await (const { id, fields } of items) {
  if (id !== ++read || fields.length !== 10) throw new Error(`item ${read} is another`);
}
const seconds = (performance.now() - start) / 1000;
const memory = process.resourceUsage().maxRSS / 1000;
console.log(JSON.stringify({ made, read, megabytes: written / 1e6, seconds, memory }));
