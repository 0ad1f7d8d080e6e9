import { type Problem, UnsupportedError } from '../common/errors.ts';
import { BROKEN } from './broken.ts';
import type { Json, OpenApiDocument } from './model.ts';
import type { Place } from './places.ts';
import { isReference, joinPointer, locate } from './pointer.ts';

/** @throws UnsupportedError with the references that an operation needs and that lead nowhere */
export function refuseBroken(document: OpenApiDocument, { operation, pathItem }: Place): void {
  const problems: Problem[] = [];
  const seen = new Set<object>();
  const visit = (node: Json, pointer: string): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (node[BROKEN] !== undefined) problems.push(node[BROKEN]);
    // What leads to another file after bundling stands where nothing reads it.
    if (isReference(node) && node.$ref.startsWith('#')) {
      const target = locate(document, node.$ref, pointer);
      visit(target.node, target.pointer);
    }
    for (const [key, value] of Object.entries(node)) if (!DATA.test(key)) visit(value, joinPointer(pointer, key));
  };
  visit(operation.node, operation.pointer);
  visit(pathItem.node.parameters, joinPointer(pathItem.pointer, 'parameters'));
  if (problems.length > 0) throw new UnsupportedError(problems);
}

const DATA = /^(default|examples?|enum|const|callbacks|x-.+)$/;
