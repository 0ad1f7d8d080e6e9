import { DescriptionError, type Note, type Problem } from '../common/errors.ts';
import type { Json, OpenApiDocument } from './model.ts';
import { isReference, joinPointer, locate } from './pointer.ts';

/** Stands in place of a reference that leads nowhere, with the problem: what uses it is refused by `refuseBroken`. */
export const BROKEN = 'x-broken-reference';

/** Values that are data, in which a member `$ref` is no reference. */
const DATA = new Set(['default', 'example', 'examples', 'enum', 'const', 'value']);

/** Visits the references of a document, or of a part of one. */
export function eachReference(document: Json, visit: (node: { $ref: string }, pointer: string) => void): void {
  const seen = new WeakSet<object>();
  const enter = (node: Json, pointer: string, isMap: boolean): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (isReference(node) && !isMap) visit(node, pointer);
    for (const [key, value] of Object.entries<Json>(node))
      if (isMap || !(DATA.has(key) || key.startsWith('x-')))
        enter(
          value,
          joinPointer(pointer, key),
          !isMap && /^(properties|patternProperties|\$defs|definitions)$/.test(key),
        );
  };
  enter(document, '#', false);
}

/** Marks references within a document that lead nowhere or back to themselves; `tell` is told each. */
export function markBroken(document: OpenApiDocument, file: string, tell: Note): void {
  const broken: [node: Json, pointer: string, reason: string][] = [];
  eachReference(document, (node, pointer) => {
    const reason = node.$ref.startsWith('#') ? faultOf(document, node.$ref, pointer) : undefined;
    if (reason !== undefined) broken.push([node, pointer, reason]);
  });
  for (const [node, pointer, reason] of broken) mark(node, { file, pointer, message: reason }, tell);
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
