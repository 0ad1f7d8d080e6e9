import { countLines, type Member } from './chunk.ts';

const WIDTH = 160;

/** A member that no file would hold in fewer lines: without its comments, and, where that is not enough, in wide lines. */
export function compact({ name, text }: Member, limit: number): Member {
  if (countLines(text) <= limit) return { name, text };
  const lines = text.replace(COMMENT, '').split('\n');
  if (lines.length <= limit) return { name, text: lines.join('\n') };
  const wide: string[] = [];
  for (const line of lines.map((each) => each.trim())) {
    const last = wide.at(-1);
    if (last !== undefined && last.length + line.length < WIDTH) wide[wide.length - 1] = `${last} ${line}`;
    else wide.push(line);
  }
  return { name, text: wide.join('\n') };
}

/** A comment has lines of its own. */
const COMMENT = /^ *\/\*\*[\s\S]*?\*\/\n/gm;
