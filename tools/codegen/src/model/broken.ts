import { DescriptionError, type Note, type Problem } from '../common/errors.ts';
import type { Json, OpenApiDocument } from './model.ts';
import { referencesIn } from './objects.ts';
import { locate } from './pointer.ts';

/** Stands in place of a reference that leads nowhere, with the problem: what uses it is refused by `refuseBroken`. */
export const BROKEN = 'x-broken-reference';

/** Marks references within a document that lead nowhere or back to themselves; `tell` is told each. */
export function markBroken(
  document: OpenApiDocument,
  placeOf: (pointer: string) => Omit<Problem, 'message'>,
  tell: Note,
): void {
  const broken: [node: Json, problem: Problem][] = [];
  for (const { node, kind, pointer } of referencesIn(document)) {
    const reason = kind !== 'mapped' && node.$ref.startsWith('#') ? faultOf(document, node.$ref, pointer) : undefined;
    if (reason !== undefined) broken.push([node, { ...placeOf(pointer), message: reason }]);
  }
  for (const [node, problem] of broken) mark(node, problem, tell);
}

export function mark(node: Json, problem: Problem, tell: Note): void {
  delete node.$ref;
  node[BROKEN] = problem;
  tell(problem);
}

function faultOf(document: OpenApiDocument, $ref: string, pointer: string): string | undefined {
  try {
    locate(document, $ref, pointer);
    return undefined;
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    return `Can't resolve ${error.problems[0]!.message}`;
  }
}
