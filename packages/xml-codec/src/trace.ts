import type { XmlErrorPlace } from './error.ts';
import type { DecodeLimits } from './limits.ts';
import { Reader } from './reader.ts';

/** Line, column and element path of a position. Reads the document again up to there: only errors need it. */
export function trace(xml: string, at: number, limits: DecodeLimits): XmlErrorPlace {
  const before = xml.slice(0, at);
  const path = pathToEnd(new Reader(before, limits));
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), path };
}

/** What is open where a document breaks off. */
function pathToEnd(reader: Reader): string {
  const steps: string[] = [];
  /** By depth: how many elements of a name the open parent has so far. */
  const counts = [new Map<string, number>()];
  const step = () => {
    const depth = reader.depth - 1;
    const name = reader.tag.slice(reader.tag.indexOf(':') + 1);
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
    for (let name = reader.root(); ; name = reader.childOrText()) {
      if (name !== '') step();
      known = reader.depth;
    }
  } catch (error) {
    if (error !== reader) throw error;
  }
  // It may break off within a start tag.
  if (reader.depth > known) step();
  return `/${steps.slice(0, reader.depth).join('/')}`;
}
