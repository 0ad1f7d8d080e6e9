import type { Json, OpenApiDocument } from './model.ts';
import { follow, isReference, joinPointer, type Located, locate } from './pointer.ts';

/** Keywords whose values are data: a member `$ref` in them leads nowhere. */
const DATA = new Set(['default', 'example', 'examples', 'enum', 'const']);

/** Reports whether a response to a success contains, at any depth, something that its schema declares as `x-secret`. */
export function tellsSecret(document: OpenApiDocument, { node, pointer }: Located): boolean {
  const seen = new Set<Json>();
  const contains = (part: Json, at: string): boolean => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return false;
    seen.add(part);
    if (part['x-secret'] === true) return true;
    if (isReference(part)) return contains(locate(document, part.$ref, at).node, part.$ref);
    return Object.entries<Json>(part).some(([key, child]) => !DATA.has(key) && contains(child, joinPointer(at, key)));
  };
  const tells = (response: Json, at: string) => {
    const { node: described, pointer: place } = follow(document, response, at);
    return ['headers', 'content'].some((key) => contains(described?.[key], joinPointer(place, key)));
  };
  return Object.entries<Json>(node.responses ?? {}).some(
    ([status, response]) => /^2|^default$/.test(status) && tells(response, joinPointer(pointer, 'responses', status)),
  );
}
