import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { codecs } from './compiled.ts';
import { errorOf } from './error-of.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const { compiled: codec } = codecs({
  Root: {
    type: 'object',
    xml: { name: 'contact' },
    properties: {
      id: { type: 'integer' },
      key: { type: 'string', xml: { attribute: true } },
      name: { type: 'string' },
      state: { type: 'string', enum: ['active'], 'x-ignore-case': true },
      more: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
});

const MEGABYTES = 8;
const bulk = `<other>${'-'.repeat(999)}</other>`.repeat(MEGABYTES * 1000);

/** A document of its own, in one piece, that is nearly all padding. */
function document(start: string): Uint8Array {
  return new TextEncoder().encode(`${start}${bulk}</contact>`);
}

/** By how many megabytes memory grows when something is made and kept; long strings may lie outside of the heap. */
function growth(make: () => unknown): number {
  const before = inUse();
  const kept = [make()];
  const after = inUse();
  expect(kept[0]).toBeDefined();
  return (after - before) / 1e6;
}

function inUse(): number {
  // The engine remembers the last string that a regular expression matched.
  /-/.test('-');
  // What lies outside of the heap is given back a round later.
  for (let round = 0; round < 3; round++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('the figure shows a document that a part keeps alive', () => {
  const part = () => {
    const text = new TextDecoder().decode(document('<contact key="4711 and some more">'));
    return text.slice(14, 34);
  };
  expect(growth(part)).toBeGreaterThan(0.9 * MEGABYTES);
});

// biome-ignore lint/suspicious/noExplicitAny: each row knows the part it takes out
test.each<[string, string, (value: any) => unknown]>([
  ['text', '<contact><name>Ada, Countess of Lovelace</name>', (value) => value.name],
  ['text with references', '<contact><name>Ada, Countess &#111;f Lovelace</name>', (value) => value.name],
  ['a CDATA section', '<contact><name><![CDATA[Ada, Countess of Lovelace]]></name>', (value) => value.name],
  ['the value of an attribute', '<contact key="4711 and some more">', (value) => value.key],
  ['a word that is none of them', '<contact><state>neither of the known</state>', (value) => value.state],
  [
    'an entry of a dictionary',
    '<contact><more><a-rather-long-name>1</a-rather-long-name></more>',
    (value) => value.more,
  ],
])('%s does not keep its document alive', (_, start, part) => {
  expect(growth(() => part(codec.decode(document(start))))).toBeLessThan(1);
});

test.each<[string, string]>([
  ['a text that does not fit', '<contact><id>not a number at all</id>'],
  ['an end tag that does not fit', '<contact><a-rather-long-name></another-long-name>'],
  ['an entity', '<contact><name>&a-rather-long-entity;</name>'],
  ['a name twice', '<contact><more><a-rather-long-name/><a-rather-long-name/></more>'],
])('an error about %s does not keep its document alive', (_, start) => {
  expect(growth(() => errorOf(() => codec.decode(document(start))))).toBeLessThan(1);
});
