import { UnsupportedError } from '../common/errors.ts';
import type { Json, OpenApiDocument } from './model.ts';
import type { Place } from './places.ts';
import { factsReached } from './reached.ts';

/** @throws UnsupportedError with the references that an operation needs and that lead nowhere */
export function refuseBroken(document: OpenApiDocument, { operation, pathItem }: Place): void {
  const { node, pointer } = operation;
  const isLeftOut = (each: Json) => each === node.callbacks;
  const parameters = { parameters: pathItem.node.parameters ?? [] };
  const facts = factsReached(document, [
    [node, { kind: 'operation', pointer, isLeftOut }],
    [parameters, { kind: 'pathItem', pointer: pathItem.pointer }],
  ]);
  const problems = [...facts].flatMap(({ broken }) => broken);
  if (problems.length > 0) throw new UnsupportedError(problems);
}
