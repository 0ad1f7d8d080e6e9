import type { XmlErrorPlace } from './error.ts';

/** Line, column and element path of a position. Reads the document again up to there: only errors need it. */
export function trace(xml: string, at: number): XmlErrorPlace {
  const before = xml.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), path: pathTo(xml, at) };
}

function pathTo(xml: string, at: number): string {
  const open = [{ step: '', children: new Map<string, number>() }];
  for (let p = xml.indexOf('<'); p >= 0 && p < at; p = xml.indexOf('<', p)) {
    const end = markupEnd(xml, p);
    const name = /^<([^\s/>?!][^\s/>]*)/.exec(xml.slice(p, Math.min(end, p + 1_000)))?.[1];
    if (xml[p + 1] === '/') open.pop();
    if (name) {
      const siblings = open.at(-1)?.children;
      const count = (siblings?.get(name) ?? 0) + 1;
      siblings?.set(name, count);
      open.push({ step: count > 1 ? `${name}[${count}]` : name, children: new Map() });
      if (xml[end - 2] === '/' && end <= at) open.pop();
    }
    p = end;
  }
  return open.map(({ step }) => step).join('/') || '/';
}

/** Just after the tag, comment, section or instruction that begins at `p`. */
function markupEnd(xml: string, p: number): number {
  for (const [opening, closing] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (xml.startsWith(opening, p)) return after(xml, closing, p + opening.length);
  }
  const step = /["'>]/g;
  step.lastIndex = p;
  for (let match = step.exec(xml); match; match = step.exec(xml)) {
    if (match[0] === '>') return step.lastIndex;
    step.lastIndex = after(xml, match[0], step.lastIndex);
  }
  return xml.length;
}

function after(xml: string, closing: string, from: number): number {
  const found = xml.indexOf(closing, from);
  return found < 0 ? xml.length : found + closing.length;
}
