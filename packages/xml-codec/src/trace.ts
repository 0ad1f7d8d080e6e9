import type { XmlErrorPlace } from './error.ts';
import type { Limits } from './limits.ts';
import { Reader } from './reader.ts';

/** Line, column and element path of a position. Reads the document again up to there: only errors need it. */
export function trace(xml: string, at: number, limits: Limits): XmlErrorPlace {
  const before = xml.slice(0, at);
  const path = pathToEnd(new Reader(before, limits));
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), path };
}

/** What is open where a document breaks off. */
function pathToEnd(reader: Reader): string {
  const steps: string[] = [];
  /** By depth: how many elements of a name the open parent has so far. */
  const counts = [new Map<string, number>()];
  reader.fail = () => {
    throw reader;
  };
  try {
    for (let name = reader.root(); ; name = reader.childOrText()) {
      if (name === '') continue;
      const { depth } = reader;
      const count = (counts[depth]!.get(name) ?? 0) + 1;
      counts[depth]!.set(name, count);
      counts[depth + 1] = new Map();
      steps[depth] = count > 1 ? `${name}[${count}]` : name;
      reader.startAny();
    }
  } catch (error) {
    if (error !== reader) throw error;
  }
  return `/${steps.slice(0, reader.depth).join('/')}`;
}
