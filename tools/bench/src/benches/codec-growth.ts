import { alternate, type Figure } from '../bench.ts';
import { page, pageCodec } from '../codec/page.ts';

const SMALL = 10_000_000;
const LARGE = 100_000_000;
const ROUNDS = 3;

/**
 * How much longer 100 MB take than 10 MB, as of JSON in the same run. The work is the same for each byte; what grows is
 * that of the garbage collector, for JSON too. Anything quadratic would show as 10.
 */
export async function codecGrowthBench(): Promise<Figure[]> {
  const codec = await pageCodec();
  const perMailing = codec.encode(page(10_000)).length / 10_000;
  const large = page(Math.ceil(LARGE / perMailing));
  const small = large.slice(0, Math.ceil(SMALL / perMailing));
  return [
    compare(
      'decode',
      await growth(codec.encode(small), codec.encode(large), codec.decode),
      await growth(JSON.stringify(small), JSON.stringify(large), JSON.parse),
    ),
    compare(
      'encode',
      await growth(small, large, codec.encode),
      await growth(small, large, (value) => JSON.stringify(value)),
    ),
  ];
}

function compare(name: string, codec: Growth, json: Growth): Figure {
  const shown = ({ subject, baseline }: Growth) => `${subject.toFixed(0)} ms after ${baseline.toFixed(0)} ms`;
  return {
    name: `codec-growth: ${name}, 10 to 100 MB`,
    ratio: codec.ratio / json.ratio,
    target: { bound: 'at most', value: 2 },
    detail: `${shown(codec)}, JSON ${shown(json)}`,
  };
}

type Growth = Awaited<ReturnType<typeof alternate>>;

function growth<T>(small: T, large: T, run: (subject: T) => { length: number }): Promise<Growth> {
  return alternate(
    ROUNDS,
    () => milliseconds(() => run(large)),
    () => milliseconds(() => run(small)),
  );
}

function milliseconds(run: () => { length: number }): number {
  const start = performance.now();
  if (run().length === 0) throw new Error('nothing was read or written');
  return performance.now() - start;
}
