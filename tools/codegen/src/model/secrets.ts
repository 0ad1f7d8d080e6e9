import type { Json, OpenApiDocument } from './model.ts';
import { follow, joinPointer, type Located } from './pointer.ts';
import { factsReached } from './reached.ts';

/** Reports whether a response to a success contains, at any depth, something that its schema declares as `x-secret`. */
export function tellsSecret(document: OpenApiDocument, { node, pointer }: Located): boolean {
  const successes = Object.entries<Json>(node.responses ?? {}).filter(([status]) => /^2|^default$/.test(status));
  return successes.some(([status, response]) => {
    const described = follow(document, response, joinPointer(pointer, 'responses', status));
    const { headers, content } = described.node ?? {};
    const facts = factsReached(document, [
      [
        { headers, content },
        { kind: 'response', pointer: described.pointer },
      ],
    ]);
    return [...facts].some(({ isSecret }) => isSecret);
  });
}
