import {
  type Direction,
  differsByDirection,
  inComponents,
  membersForDirection,
  schemaForDirection,
} from './direction.ts';
import { keepKinds, NAME } from './distinct-names.ts';
import { addSchema } from './hoist.ts';
import { componentName } from './in-place.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';
import type { Place } from './places.ts';
import { follow, isReference, joinPointer, type Located } from './pointer.ts';
import { leadingTo, reachable } from './reachable.ts';
import { isObject } from './walk.ts';

/** The direction of which a component is the form; absent where both directions have the same properties. */
export const DIRECTION = 'x-direction';

/**
 * Gives each component that differs by direction a form for requests and one for responses. Where both are used, that for
 * requests is a component of its own, `UserRequest`; otherwise the component is the only form. Webhooks refer to the form
 * for responses, as the service sends both.
 */
export function splitDirections(document: OpenApiDocument, places: Place[]): void {
  const schemas: Record<string, Json> = document.components?.schemas ?? {};
  const marked = new Set(Object.keys(schemas).filter((name) => isMarked(schemas[name])));
  if (marked.size === 0) return;
  const references = new Map(Object.entries(schemas).map(([name, schema]) => [name, componentsIn(schema)]));
  const candidates = [...leadingTo(references, marked)];
  const own = (direction: Direction) =>
    new Set(candidates.filter((name) => differsByDirection(inComponents(schemas), schemas[name], direction)));
  const [ownRequest, ownResponse] = [own('request'), own('response')];
  if (ownRequest.size === 0 && ownResponse.size === 0) return;
  const differing = leadingTo(references, new Set([...ownRequest, ...ownResponse]));
  const sent = reachable(
    references,
    places.flatMap(({ operation }) => componentsIn(bodyOf(document, operation).node?.content)),
  );
  const answered = reachable(
    references,
    places.flatMap(({ operation }) => componentsIn(answersOf(document, operation))),
  );
  const originals = { ...schemas };
  const findOriginal = inComponents(originals);
  const formOf = (name: string, direction: Direction, differs: boolean): Json => {
    const form = schemaForDirection(findOriginal, originals[name], direction);
    return differs ? { ...form, [DIRECTION]: direction } : form;
  };
  const both = [...sent].filter((name) => differing.has(name) && answered.has(name));
  const copies = new Map(both.map((name) => [name, addSchema(document, `${name}Request`, {})]));
  for (const name of sent) {
    if (!differing.has(name)) continue;
    const form = redirected(formOf(name, 'request', ownRequest.has(name)), copies);
    const copy = copies.get(name);
    schemas[copy ?? name] = copy === undefined ? form : { [NAME]: name, ...form };
  }
  for (const name of answered) if (ownResponse.has(name)) schemas[name] = formOf(name, 'response', true);
  for (const { operation } of places) redirectBody(document, operation, copies);
}

/** Reports whether a schema says of any part that it is of one direction. */
function isMarked(part: Json): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return part.readOnly === true || part.writeOnly === true || Object.values(part).some(isMarked);
}

/** The component made for requests or for responses, without the properties that only the other direction has. */
export function membersOfForm(schemas: ReadonlyMap<string, JsonSchema>, schema: JsonSchema): JsonSchema {
  const { [DIRECTION]: direction } = schema;
  const find = inComponents(Object.fromEntries(schemas));
  return direction === undefined ? schema : membersForDirection(find, schema, direction);
}

const bodyOf = (document: OpenApiDocument, { node, pointer }: Located): Located =>
  follow(document, node.requestBody, joinPointer(pointer, 'requestBody'));

const answersOf = (document: OpenApiDocument, { node, pointer }: Located): Json[] =>
  Object.entries<Json>(node.responses ?? {}).map(
    ([status, response]) => follow(document, response, joinPointer(pointer, 'responses', status)).node?.content,
  );

/** Responses may share the objects of a body, so that it is written anew. */
function redirectBody(document: OpenApiDocument, operation: Located, copies: ReadonlyMap<string, string>): void {
  const { node, pointer } = bodyOf(document, operation);
  if (!isObject(node?.content)) return;
  const body = { ...node, content: redirected(node.content, copies) };
  if (isReference(operation.node.requestBody)) document.components.requestBodies[pointer.split('/').at(-1)!] = body;
  else operation.node.requestBody = body;
}

/** Keywords whose values are data: a member `$ref` in them leads nowhere. */
const DATA = new Set(['default', 'example', 'examples', 'enum', 'const']);

/** The components that a part of a description refers to. */
function componentsIn(part: Json): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = componentName(part.$ref);
  const mapped = Object.values(isObject(part.discriminator?.mapping) ? part.discriminator.mapping : {});
  const below = Object.entries(part).flatMap(([key, value]) => (DATA.has(key) ? [] : componentsIn(value)));
  return [...(own === undefined ? [] : [own]), ...mapped.flatMap((each) => componentName(each) ?? []), ...below];
}

/** A copy of a part of a description that refers to the forms for requests. */
function redirected(part: Json, copies: ReadonlyMap<string, string>): Json {
  if (Array.isArray(part)) return part.map((each) => redirected(each, copies));
  if (!isObject(part)) return part;
  const moved = (reference: Json): Json => {
    const copy = copies.get(componentName(reference) ?? '');
    return copy === undefined ? reference : joinPointer('#/components/schemas', copy);
  };
  const result = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, DATA.has(key) ? value : redirected(value, copies)]),
  );
  if (isObject(part.discriminator)) {
    const { discriminator } = keepKinds(part as JsonSchema, copies);
    const { mapping } = discriminator;
    result.discriminator = mapping
      ? { ...discriminator, mapping: Object.fromEntries(Object.entries(mapping).map(([key, to]) => [key, moved(to)])) }
      : discriminator;
  }
  return typeof part.$ref === 'string' ? { ...result, $ref: moved(part.$ref) } : result;
}
