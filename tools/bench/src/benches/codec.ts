import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import { js2xml, xml2js } from 'xml-js';
import { alternate, type Figure, type Target } from '../bench.ts';
import { page, pageCodec } from '../codec/page.ts';

const FASTER: Target = { bound: 'at least', value: 8 };

/** Pages of mailings through the codec, beside JSON, fast-xml-parser and xml-js. */
export async function codecBench(): Promise<Figure[]> {
  const codec = await pageCodec();
  const value = page(1000);
  const hundred = page(100);
  const xml = codec.encode(value);
  const json = JSON.stringify(value);
  const bytes = Buffer.from(xml);
  const jsonBytes = Buffer.from(json);
  const decode = () => codec.decode(xml).length;
  const encode = () => flat(codec.encode(value));

  // Each library writes the tree that it made itself, with the settings that it reads fastest with.
  const parser = new XMLParser();
  const builder = new XMLBuilder();
  const fastTree = parser.parse(xml);
  const tree = xml2js(xml, { compact: false });
  return [
    await compare('decode against JSON.parse', 1000, decode, () => JSON.parse(json).length, {
      bound: 'at most',
      value: 2.5,
    }),
    await compare('encode against JSON.stringify', 1000, encode, () => flat(JSON.stringify(value)), {
      bound: 'at most',
      value: 1,
    }),
    await compare(
      'decode bytes against JSON.parse(toString())',
      1000,
      () => codec.decode(bytes).length,
      () => JSON.parse(jsonBytes.toString()).length,
      {
        bound: 'at most',
        value: 1.6,
      },
    ),
    await compare(
      'encodeBytes against Buffer.from(JSON.stringify())',
      1000,
      () => codec.encodeBytes(value).length,
      () => Buffer.from(JSON.stringify(value)).length,
      {
        bound: 'at most',
        value: 0.5,
      },
    ),
    await compare(
      'encode against JSON.stringify',
      100,
      () => flat(codec.encode(hundred)),
      () => flat(JSON.stringify(hundred)),
      { bound: 'at most', value: 1 },
    ),
    await compare('fast-xml-parser against decode', 1000, () => size(parser.parse(xml)), decode, FASTER),
    await compare('fast-xml-parser against encode', 1000, () => flat(builder.build(fastTree)), encode, FASTER),
    await compare('xml-js against decode', 1000, () => size(xml2js(xml, { compact: false })), decode, FASTER),
    await compare('xml-js against encode', 1000, () => flat(js2xml(tree)), encode, FASTER),
  ];
}

/** What all runs returned, so that no compiler may leave one out. */
let sum = 0;

async function compare(
  name: string,
  mailings: number,
  subject: () => number,
  baseline: () => number,
  target: Target,
): Promise<Figure> {
  for (let i = 0; i < 100; i++) sum += baseline() + subject();
  const runs = Math.ceil(3000 / mailings);
  const measured = await alternate(
    60,
    () => microseconds(subject, runs),
    () => microseconds(baseline, runs),
  );
  if (!Number.isFinite(sum)) throw new Error('a run returned nothing');
  const detail = `${measured.subject.toFixed(1)} µs against ${measured.baseline.toFixed(1)} µs, ${mailings} mailings`;
  return { name: `codec: ${name}`, ratio: measured.ratio, target, detail };
}

function microseconds(run: () => number, runs: number): number {
  const start = performance.now();
  for (let i = 0; i < runs; i++) sum += run();
  return ((performance.now() - start) * 1000) / runs;
}

/** V8 joins strings lazily: looking at one character makes it do the work now. */
function flat(text: string): number {
  return text.charCodeAt(text.length >> 1);
}

function size(tree: object): number {
  return Object.keys(tree).length;
}
