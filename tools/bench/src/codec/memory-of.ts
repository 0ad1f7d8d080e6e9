import { type Mailing, page, pageCodec } from './page.ts';

/** Prints what reading a page takes. Usage: node --expose-gc memory-of.ts xml|json MAILINGS */

/** All in bytes. */
export interface Memory {
  source: number;
  /** What the value holds when the source is dropped. */
  value: number;
  /** What was allocated meanwhile: never less than the peak. */
  allocated: number;
}

function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function collected(): number {
  // What lies outside of the heap is given back a round later, and the last match of a regular expression is held.
  /-/.test('-');
  for (let round = 0; round < 3; round++) globalThis.gc!();
  return used();
}

/** In a function of its own, so that nothing of the page is left. */
function documentOf(mailings: number, write: (value: Mailing[]) => string): string {
  const source = write(page(mailings));
  // Looking at one character makes V8 join what it has put off.
  source.charCodeAt(source.length >> 1);
  return source;
}

if (import.meta.main) {
  const [kind, mailings] = process.argv.slice(2);
  const codec = await pageCodec();
  const write = kind === 'xml' ? codec.encode : JSON.stringify;
  const read = kind === 'xml' ? codec.decode : JSON.parse;
  const held: unknown[] = [];
  // Compiled code and its like shall not count.
  for (let i = 0; i < 200; i++) read(write(page(100)));

  const empty = collected();
  let source = documentOf(Number(mailings), write);
  const before = collected();
  held.push(read(source));
  const allocated = used() - before;
  const bytes = source.length;
  source = '';
  const value = collected() - empty;
  console.log(JSON.stringify({ source: bytes, value, allocated, kept: held.length }));
}
