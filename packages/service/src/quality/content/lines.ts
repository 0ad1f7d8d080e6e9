/** Returns the lines, from 1, of positions in a text that are asked for in rising order; all calls together read the text once. */
export function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let lineEnd = text.indexOf('\n');
  return (position) => {
    for (; lineEnd !== -1 && lineEnd < position; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
    return line;
  };
}
