import { DescriptionError } from '../common/errors.ts';
import type { Json, OpenApiDocument } from './model.ts';

/** JSON pointers as URI fragments (RFC 6901 section 6), `#/paths/~1mailings/get`. */
export function joinPointer(pointer: string, ...tokens: (string | number)[]): string {
  return [pointer, ...tokens.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

export function splitPointer(pointer: string): string[] {
  return pointer
    .slice(1)
    .split('/')
    .slice(1)
    .map((token) => decodeUri(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Decodes a part of a URI. A bare % is not legal in one, but its meaning is plain. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A node of the document and its own pointer: the one that leads to it without passing a reference. */
export interface Located<T = Json> {
  node: T;
  pointer: string;
}

/**
 * Follows a pointer, and references on the way and at its end.
 * @throws DescriptionError when nothing is there or references run in a circle; `from` is where the reference stands
 */
export function locate(document: OpenApiDocument, pointer: string, from = pointer, seen: string[] = []): Located {
  if (!pointer.startsWith('#')) throw broken(from, `$ref "${pointer}" leads out of the document`);
  if (seen.includes(pointer)) throw broken(from, `$ref "${pointer}" leads back to itself`);
  let at: Located = { node: document, pointer: '#' };
  for (const token of splitPointer(pointer)) {
    if (isReference(at.node) && !(token in at.node)) at = locate(document, at.node.$ref, from, [...seen, pointer]);
    if (at.node === null || typeof at.node !== 'object' || !Object.hasOwn(at.node, token))
      throw broken(from, `$ref "${pointer}" points to nothing`);
    at = { node: at.node[token], pointer: joinPointer(at.pointer, token) };
  }
  return isReference(at.node) ? locate(document, at.node.$ref, from, [...seen, pointer]) : at;
}

/** The node itself, or what its reference leads to. */
export function follow(document: OpenApiDocument, node: Json, pointer: string): Located {
  return isReference(node) ? locate(document, node.$ref, pointer) : { node, pointer };
}

export const COMPONENT = /^#\/components\/[^/]+\/[^/]+$/;

/** Reports whether a reference leads to a response, a parameter or another component that is no schema. */
export function isOfAnotherKind({ $ref }: { $ref: string }): boolean {
  return COMPONENT.test($ref) && !$ref.startsWith('#/components/schemas/');
}

export function isReference(node: unknown): node is { $ref: string } {
  return typeof node === 'object' && node !== null && typeof (node as { $ref?: unknown }).$ref === 'string';
}

function broken(pointer: string, message: string): DescriptionError {
  return new DescriptionError([{ pointer, message }]);
}
