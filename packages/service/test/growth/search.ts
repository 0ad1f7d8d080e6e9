import type { Random } from '../support/random.ts';
import { measure } from './measure.ts';
import { type Shape, textOf } from './shapes.ts';

const maxPieces = 6;

/** Another shape with a piece more, less or changed; pieces are those of the known shapes. */
function mutate(shape: Shape, pieces: readonly string[], random: Random): Shape {
  const part = (['head', 'open', 'close'] as const)[random(4) % 3]!;
  const piece = pieces[random(pieces.length)]!;
  const text = shape[part] ?? '';
  const at = random(text.length + 1);
  const changed = [text + piece, piece + text, text.slice(0, at) + piece + text.slice(at), text.slice(0, at)][
    random(4)
  ]!;
  const next = { ...shape, [part]: changed.slice(0, maxPieces * 12) };
  return next.open === '' ? shape : next;
}

/** The slowest of shapes that are made of known ones in so many steps, each from one of the slowest before it. */
export async function searchSlowest(
  known: readonly Shape[],
  run: (text: string) => unknown,
  { random, steps, size }: { random: Random; steps: number; size: number },
): Promise<Shape> {
  const pieces = known.flatMap(({ head, open, middle, close }) =>
    [head, open, middle, close].filter((piece) => !!piece),
  ) as string[];
  const costOf = async (shape: Shape) => (await measure(() => run(textOf(shape, size)))).cpu;
  let slowest = { shape: known[0]!, cost: 0 };
  for (const shape of known) {
    const cost = await costOf(shape);
    if (cost > slowest.cost) slowest = { shape, cost };
  }
  for (let step = 0; step < steps; step++) {
    const shape = { ...mutate(slowest.shape, pieces, random), name: 'found by search' };
    const cost = await costOf(shape);
    if (cost > slowest.cost) slowest = { shape, cost };
  }
  return { ...slowest.shape, name: 'found by search' };
}
