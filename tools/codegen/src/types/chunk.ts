/** One member of a generated interface. */
export interface Member {
  name: string;
  /** Source text, comment included. */
  text: string;
}

export interface Chunk {
  /** File name without ending: the base name, with `-1`, `-2` … where one file does not hold all members. */
  name: string;
  members: Member[];
}

/** Shares members, in alphabetical order, out to files of at most `limit` lines. A longer member gets a file of its own. */
export function chunk(base: string, members: Member[], limit: number): Chunk[] {
  const groups: Member[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const member of [...members].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const length = countLines(member.text);
    if (lines + length > limit) {
      groups.push([]);
      lines = 0;
    }
    groups.at(-1)!.push(member);
    lines += length;
  }
  return groups.map((group, index) => ({ name: groups.length === 1 ? base : `${base}-${index + 1}`, members: group }));
}

export function countLines(text: string): number {
  return text.split('\n').length;
}
