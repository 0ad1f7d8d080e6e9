import { errorMessageNames } from '@mailwright/codegen/description';

/**
 * An error document that tells why a request is refused: in its member for messages, `detail` of a problem (RFC 9457) or
 * `message`, also of a nested object, and the status where the document has it. The document as it is, if the schema allows
 * the message in none of its members.
 */
export function withReason(
  document: unknown,
  { message, status }: { message: string; status: number },
  isAllowed: (document: unknown) => boolean,
): unknown {
  const told = replaceAt(document, ['status'], (value) => (typeof value === 'number' ? status : value));
  const documents = placesOf(document).map((place) => replaceAt(told, place, () => message));
  return [...documents, told].find(isAllowed) ?? document;
}

/** Paths of the members that may hold the message, the likeliest first; those of nested objects are last. */
function placesOf(document: unknown): string[][] {
  if (typeof document !== 'object' || document === null) return [];
  const members = document as Record<string, unknown>;
  const own = errorMessageNames.filter((name) => typeof members[name] === 'string').map((name) => [name]);
  const nested = Object.entries(members).flatMap(([key, value]) => placesOf(value).map((place) => [key, ...place]));
  return [...own, ...nested];
}

/** A copy with another value at a path that is there. */
function replaceAt(node: unknown, [key, ...rest]: string[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(node);
  if (typeof node !== 'object' || node === null || !(key in node)) return node;
  const copy = (Array.isArray(node) ? [...node] : { ...node }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, change);
  return copy;
}
