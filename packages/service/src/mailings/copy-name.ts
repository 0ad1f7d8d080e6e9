/** Maximum length of a mailing's name in characters. */
const maxName = 64;
/** ` (9999999)`. */
const maxNumber = 10;

/** Returns the common beginning of the names of a mailing's copies. */
export function stemOf(name: string): string {
  return firstOf(withoutNumber(name), maxName - maxNumber);
}

/** The name of a copy, `Spring (2)`: the first number that is free. A copy of that is called `Spring (3)`. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const candidate = firstOf(withoutNumber(name), maxName - suffix.length).trimEnd() + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}

function withoutNumber(name: string): string {
  const ending = / \(\d{1,7}\)$/.exec(name);
  return ending === null || ending.index === 0 ? name : name.slice(0, ending.index);
}

function firstOf(text: string, characters: number): string {
  return [...text].slice(0, characters).join('');
}
