import type { AutomationStep } from '@mailwright/server';

/** Which steps of one version of a program are which ones of another version. */
export interface StepMatches {
  /** By the index before: the index afterwards; `undefined` if the step was deleted. */
  after: readonly (number | undefined)[];
  /** Indexes afterwards of steps that have other settings than before. */
  changed: ReadonlySet<number>;
  /** Indexes afterwards of steps that stand elsewhere among the steps that both versions have. */
  moved: ReadonlySet<number>;
}

/**
 * Matches the steps of two versions, without knowing what a person has done in between:
 *
 * 1. Steps of the same name are the same, whatever they do.
 * 2. Of the others, those with the same settings are the same: the longest sequence of them that both versions have in this order, and
 *    then what stands elsewhere. A name that a step gets or loses does not count.
 * 3. Between two steps that stay in order, what is left of the same kind is the same step with other settings.
 */
export function matchSteps(before: readonly AutomationStep[], after: readonly AutomationStep[]): StepMatches {
  const matches = new Map<number, number>();
  const isTaken = new Set<number>();
  const match = (from: number, to: number) => {
    matches.set(from, to);
    isTaken.add(to);
  };
  const byName = new Map(after.flatMap(({ name }, index) => (name === undefined ? [] : [[name, index] as const])));
  for (const [index, { name }] of before.entries()) {
    const to = name === undefined ? undefined : byName.get(name);
    if (to !== undefined) match(index, to);
  }
  const [settingsBefore, settingsAfter] = [before.map(settingsOf), after.map(settingsOf)];
  const isSame = (from: number, to: number) => settingsBefore[from] === settingsAfter[to];
  const rest = () => [
    [...before.keys()].filter((index) => !matches.has(index)),
    [...after.keys()].filter((index) => !isTaken.has(index)),
  ];
  const [free = [], freeAfter = []] = rest();
  for (const [from, to] of longestCommon(free, freeAfter, isSame)) match(from, to);
  for (const from of free) {
    const to = freeAfter.find((each) => !matches.has(from) && !isTaken.has(each) && isSame(from, each));
    if (to !== undefined) match(from, to);
  }
  const inOrder = longestRising(before, matches);
  const [left = [], leftAfter = []] = rest();
  const isOneKind = (from: number, to: number) => before[from]!.kind === after[to]!.kind;
  const ends = [[-1, -1] as const, ...inOrder, [before.length, after.length] as const];
  for (const [place, [end, endAfter]] of ends.slice(1).entries()) {
    const [start, startAfter] = ends[place]!;
    const within = left.filter((index) => index > start && index < end);
    const withinAfter = leftAfter.filter((index) => index > startAfter && index < endAfter);
    for (const [from, to] of longestCommon(within, withinAfter, isOneKind)) match(from, to);
  }
  const settled = new Set(longestRising(before, matches).map(([, to]) => to));
  return {
    after: before.map((_, index) => matches.get(index)),
    changed: new Set([...matches].flatMap(([from, to]) => (isSame(from, to) ? [] : to))),
    moved: new Set([...matches.values()].filter((to) => !settled.has(to))),
  };
}

/** Equal for steps with the same settings, whatever their name. */
function settingsOf({ name: _, ...settings }: AutomationStep): string {
  return JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Pair = readonly [from: number, to: number];

/** The longest sequence of pairs that both lists have in their order. */
function longestCommon(
  before: readonly number[],
  after: readonly number[],
  isPair: (from: number, to: number) => boolean,
): Pair[] {
  const [rows, columns] = [before.length, after.length];
  const lengths = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row]![column] = isPair(before[row]!, after[column]!)
        ? 1 + lengths[row + 1]![column + 1]!
        : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!);
  const pairs: Pair[] = [];
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (isPair(before[row]!, after[column]!)) pairs.push([before[row++]!, after[column++]!]);
    else if (lengths[row + 1]![column]! >= lengths[row]![column + 1]!) row++;
    else column++;
  }
  return pairs;
}

/** The longest sequence of matches in the order of both versions: all others were moved. */
function longestRising(before: readonly AutomationStep[], matches: ReadonlyMap<number, number>): Pair[] {
  const from = [...before.keys()].filter((index) => matches.has(index));
  const to = [...matches.values()].toSorted((a, b) => a - b);
  return longestCommon(from, to, (each, index) => matches.get(each) === index);
}
