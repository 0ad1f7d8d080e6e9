import type { XmlErrorPlace } from './error.ts';
import type { DecodeLimits } from './limits.ts';
import type { ReaderState } from './reader-state.ts';

/** Nodes that are read between two yields. */
const PART = 10_000;
/** The reader, which tells places with this: it cannot be imported here. */
type NewReader = new (xml: string, limits: DecodeLimits) => Tracer;

interface Tracer extends ReaderState {
  root(): string;
  childOrText(): string;
}

/** Maximum length of a name in a path. */
const LONGEST = 100;

/** Runs a generator to its end. */
export function drain<T>(parts: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/**
 * Line, column and element path of a position. Reads the document again up to there, which only errors need, and yields
 * after a bounded part of it.
 */
export function* tracing(
  Reader: NewReader,
  xml: string,
  at: number,
  limits: DecodeLimits,
): Generator<undefined, XmlErrorPlace> {
  const position = positionOf(xml, at);
  // The limit of nodes may hold for each part of a document.
  const reader = new Reader(xml.slice(0, at), { ...limits, nodes: Number.POSITIVE_INFINITY });
  return { ...position, path: yield* pathToEnd(reader) };
}

/** Line and column of a position. */
export function positionOf(xml: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let i = 0; i < at; i++) {
    if (xml.charCodeAt(i) === 10) {
      line++;
      start = i + 1;
    }
  }
  return { line, column: at - start + 1 };
}

/** Lists the elements that are open at the end of an incomplete document. */
function* pathToEnd(reader: Tracer): Generator<undefined, string> {
  const steps: string[] = [];
  /** By depth: how many elements of a name the open parent has so far. */
  const counts = [new Map<string, number>()];
  const step = () => {
    const depth = reader.depth - 1;
    const name = reader.tag.slice(reader.tag.indexOf(':') + 1).slice(0, LONGEST);
    const count = (counts[depth]!.get(name) ?? 0) + 1;
    counts[depth]!.set(name, count);
    counts[depth + 1] = new Map();
    steps[depth] = count > 1 ? `${name}[${count}]` : name;
  };
  let known = 0;
  reader.fail = () => {
    throw reader;
  };
  try {
    let next = PART;
    for (let name = reader.root(); ; name = reader.childOrText()) {
      if (name !== '') step();
      known = reader.depth;
      if (reader.nodes < next) continue;
      next += PART;
      yield;
    }
  } catch (error) {
    if (error !== reader) throw error;
  }
  // It may break off within a start tag.
  if (reader.depth > known) step();
  return `/${steps.slice(0, reader.depth).join('/')}`;
}
