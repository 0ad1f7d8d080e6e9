/** Tells the lines, from 1, of positions in a text that are asked for in rising order. */
export function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let seen = 0;
  return (position) => {
    for (let next = text.indexOf('\n', seen); next !== -1 && next < position; next = text.indexOf('\n', seen)) {
      line++;
      seen = next + 1;
    }
    return line;
  };
}
