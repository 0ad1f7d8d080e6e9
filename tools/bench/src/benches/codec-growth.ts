import { type Figure, median } from '../bench.ts';
import { page, pageCodec } from './codec-page.ts';

const SMALL = 10_000_000;
const LARGE = 100_000_000;
const ROUNDS = 3;

/** Time per byte of a document of 100 MB against one of 10 MB: it should not grow. */
export async function codecGrowthBench(): Promise<Figure[]> {
  const codec = await pageCodec();
  const perMailing = codec.encode(page(10_000)).length / 10_000;
  const value = page(Math.ceil(LARGE / perMailing));
  const large = { value, xml: codec.encode(value) };
  const part = value.slice(0, Math.ceil(SMALL / perMailing));
  const small = { value: part, xml: codec.encode(part) };
  return [
    figure('decode', small.xml, large.xml, (xml) => codec.decode(xml).length),
    figure('encode', small.value, large.value, (mailings) => codec.encode(mailings).charCodeAt(9)),
  ];

  function figure<T>(name: string, little: T, much: T, run: (subject: T) => number): Figure {
    const times = Array.from({ length: ROUNDS }, () => [
      nanosecondsPerByte(() => run(little), small.xml.length),
      nanosecondsPerByte(() => run(much), large.xml.length),
    ]);
    const [few, many] = [median(times.map(([a]) => a!)), median(times.map(([, b]) => b!))];
    return {
      name: `codec-growth: ${name} of 100 MB against 10 MB`,
      ratio: many / few,
      target: { bound: 'at most', value: 1.5 },
      detail: `${many.toFixed(2)} ns a byte against ${few.toFixed(2)} ns`,
    };
  }
}

function nanosecondsPerByte(run: () => number, bytes: number): number {
  const start = performance.now();
  if (run() === 0) throw new Error('nothing was read or written');
  return ((performance.now() - start) * 1e6) / bytes;
}
