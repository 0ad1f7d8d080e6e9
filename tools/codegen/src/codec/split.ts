/** Lines of functions in a file; header and imports come on top, and stay below 800 together. */
const LINES = 600;

/** Functions in groups for files of at most 800 lines; one group when all fit into one. */
export function groupsOf(functions: readonly string[]): string[][] {
  const groups: string[][] = [];
  let lines = LINES;
  for (const source of functions.map((text) => packed(text, LINES))) {
    const more = source.split('\n').length + 1;
    if (lines + more > LINES) {
      groups.push([]);
      lines = 0;
    }
    groups.at(-1)!.push(source);
    lines += more;
  }
  return groups;
}

/** Joins lines of code until there are at most `most`; an object of hundreds of properties is one function. */
export function packed(source: string, most: number): string {
  let lines = source.split('\n');
  for (let width = 120; lines.length >= most; width *= 2) lines = joined(source.split('\n'), width);
  return lines.join('\n');
}

/** Lines in one as long as it is not longer than `width`. Every statement ends with a semicolon or a brace. */
function joined(lines: readonly string[], width: number): string[] {
  const result: string[] = [];
  for (const line of lines) {
    const last = result.at(-1);
    if (last !== undefined && last.length + line.trim().length < width)
      result[result.length - 1] = `${last} ${line.trim()}`;
    else result.push(line);
  }
  return result;
}
