import type { XmlErrorPlace } from './error.ts';
import { Reader } from './reader.ts';

/** Line, column and element path of a position. Reads the document again up to there: only errors need it. */
export function trace(xml: string, at: number): XmlErrorPlace {
  const before = xml.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), path: pathTo(xml, at) };
}

function pathTo(xml: string, at: number): string {
  const open = [{ step: '', children: new Map<string, number>() }];
  const reader = new Reader(xml, { depth: Infinity, nodes: Infinity, attributes: Infinity, text: Infinity });
  reader.fail = () => {
    throw reader;
  };
  try {
    let name = reader.root();
    while (name !== '' || reader.depth > 0) {
      if (name === '') open.pop();
      else {
        const { children } = open.at(-1)!;
        const count = (children.get(name) ?? 0) + 1;
        children.set(name, count);
        open.push({ step: count > 1 ? `${name}[${count}]` : name, children: new Map() });
        reader.startAny();
      }
      if (reader.pos >= at) break;
      name = reader.childOrText();
    }
  } catch (error) {
    if (error !== reader) throw error;
  }
  return open.map(({ step }) => step).join('/') || '/';
}
