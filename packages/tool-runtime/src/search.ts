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

/** Operations that have words of the query, best first. Rare words count more than those of many operations. */
export function searchOperations(operations: readonly ToolOperation[], query: string): ToolOperation[] {
  const indexed = operations.map((operation) => ({
    operation,
    fields: WEIGHTS.map(([weight, text]) => ({ weight, words: wordsOf(text(operation)) })),
  }));
  const scores = new Map<ToolOperation, number>();
  for (const word of new Set(wordsOf(query).filter((each) => !EMPTY.has(each)))) {
    const hits = indexed.flatMap(({ operation, fields }) => {
      const weight = Math.max(
        ...fields.map((field) => (field.words.some((each) => fits(each, word)) ? field.weight : 0)),
      );
      return weight > 0 ? [{ operation, weight }] : [];
    });
    const rarity = Math.log(1 + operations.length / Math.max(hits.length, 1));
    for (const { operation, weight } of hits) scores.set(operation, (scores.get(operation) ?? 0) + weight * rarity);
  }
  // Sorting is stable: equals stay in the order of the description.
  return operations
    .filter((operation) => scores.has(operation))
    .sort((left, right) => scores.get(right)! - scores.get(left)!);
}

/** The words of a text or a name, in lower case and without the endings of plurals: `listPets` -> `list`, `pet`. */
function wordsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (apart.match(/\p{L}+|\p{N}+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '') : word,
  );
}

/** `opened` and `opening` mean `open`. */
function fits(word: string, wanted: string): boolean {
  if (word === wanted) return true;
  const stem = wanted.length > 5 ? wanted.replace(/(ed|ing)$/, '') : wanted;
  return stem.length > 2 && word.startsWith(stem);
}
