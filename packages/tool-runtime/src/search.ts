import type { ToolOperation } from './api.ts';

/** Weights of the words of an operation, by where they stand. */
const WEIGHTS: readonly (readonly [weight: number, text: (operation: ToolOperation) => string])[] = [
  [5, ({ id, name }) => `${id} ${name}`],
  [4, ({ summary }) => summary],
  [3, ({ group }) => group],
  [3, ({ method, path }) => `${VERBS[method] ?? ''} ${path}`],
  [2, ({ parameters }) => parameters.map(({ name }) => name).join(' ')],
  [1, ({ description }) => description],
];

/** Words that say nothing of an operation. */
const EMPTY = new Set(
  'a an and are as at by do for from have how i in is it its of on or that the this to was what which who with'.split(
    ' ',
  ),
);

/** What people say for methods. */
const VERBS: Record<string, string> = {
  GET: 'get list show read find count many',
  POST: 'post create add new',
  PUT: 'put set replace update change',
  PATCH: 'patch update change edit',
  DELETE: 'delete remove',
};

/** Characters of a query; words of more are not those of a person. */
export const LONGEST_QUERY = 200;

/** Where operations have words: the words in order, and for each the largest weight by operation. */
interface Index {
  words: readonly string[];
  weights: ReadonlyMap<string, ReadonlyMap<ToolOperation, number>>;
}

/** Descriptions do not change, so each list is indexed once. */
const indexes = new WeakMap<readonly ToolOperation[], Index>();

function indexOf(operations: readonly ToolOperation[]): Index {
  const known = indexes.get(operations);
  if (known) return known;
  const weights = new Map<string, Map<ToolOperation, number>>();
  for (const operation of operations)
    for (const [weight, text] of WEIGHTS)
      for (const word of wordsOf(text(operation))) {
        const found = weights.get(word) ?? new Map<ToolOperation, number>();
        weights.set(word, found.set(operation, Math.max(weight, found.get(operation) ?? 0)));
      }
  const index = { words: [...weights.keys()].sort(), weights };
  indexes.set(operations, index);
  return index;
}

/**
 * Returns operations that have words of the query, best first. Rare words count more than those of many operations.
 * @param operations the same list for each query, whose index is kept with it
 * @param query its first 200 characters count
 */
export function searchOperations(operations: readonly ToolOperation[], query: string): ToolOperation[] {
  const index = indexOf(operations);
  const scores = new Map<ToolOperation, number>();
  for (const word of new Set(wordsOf(query.slice(0, LONGEST_QUERY)).filter((each) => !EMPTY.has(each)))) {
    const hits = weightsOf(index, word);
    const rarity = Math.log(1 + operations.length / Math.max(hits.size, 1));
    for (const [operation, weight] of hits) scores.set(operation, (scores.get(operation) ?? 0) + weight * rarity);
  }
  // Sorting is stable: equals stay in the order of the description.
  return operations
    .filter((operation) => scores.has(operation))
    .sort((left, right) => scores.get(right)! - scores.get(left)!);
}

/** Returns the largest weight of a word, or of one that begins with its stem, by operation. */
function weightsOf({ words, weights }: Index, wanted: string): Map<ToolOperation, number> {
  const stem = stemOf(wanted);
  const fitting = new Set([wanted]);
  if (stem.length > 2) for (let at = firstFrom(words, stem); words[at]?.startsWith(stem); at++) fitting.add(words[at]!);
  const largest = new Map<ToolOperation, number>();
  for (const word of fitting)
    for (const [operation, weight] of weights.get(word) ?? [])
      largest.set(operation, Math.max(weight, largest.get(operation) ?? 0));
  return largest;
}

/** Place of the first word that does not come before `wanted`. */
function firstFrom(words: readonly string[], wanted: string): number {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (words[middle]! < wanted) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The words of a text or a name, in lower case and without the endings of plurals: `listPets` -> `list`, `pet`. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/\p{L}+|\p{N}+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word,
  );
}

/** `opened` and `opening` mean `open`. */
const stemOf = (word: string) => (word.length > 5 ? word.replace(/(ed|ing)$/, '') : word);
