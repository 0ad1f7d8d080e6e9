/** Ids behind `after` up to `last`; without an end where it is `undefined`. */
export interface Slice {
  after: number | undefined;
  last: number | undefined;
  /** Pieces that it is made of. */
  count: number;
}

/**
 * Divides all ids into slices of pieces; `bounds` are the ids that end a piece, in their order. The value that is passed for
 * the next slice is the number of its pieces; the first one is a single piece.
 */
export function* slices(bounds: readonly number[]): Generator<Slice, void, number> {
  let after: number | undefined;
  let wanted = 1;
  for (let done = 0; done <= bounds.length; ) {
    const end = Math.min(done + wanted, bounds.length + 1);
    const last = bounds[end - 1];
    wanted = yield { after, last, count: end - done };
    after = last;
    done = end;
  }
}

const wantedMillis = 25;
const mostAtOnce = 50;

/** Returns how many pieces take about 25 ms, after so many of them have taken a time. */
export function piecesAtOnce(count: number, millis: number): number {
  return Math.max(1, Math.min(mostAtOnce, Math.floor((count * wantedMillis) / Math.max(millis, 0.1))));
}
