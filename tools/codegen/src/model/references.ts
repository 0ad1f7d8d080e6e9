import type { Note } from '../common/errors.ts';
import { pascalCase } from '../common/names.ts';
import { addSchema } from './hoist.ts';
import type { Json, JsonSchema, OpenApiDocument } from './model.ts';
import { COMPONENT, isOfAnotherKind, isReference, joinPointer, locate, splitPointer } from './pointer.ts';
import { walk } from './walk.ts';

/**
 * Makes each reference of a document lead to a component, so that emitters meet no other kind:
 * a schema that is referred to by its place (`#/paths/…/schema/properties/x`) moves to `components.schemas`,
 * anything else that is referred to so (a parameter, a response) is copied to where the reference stood. A schema that
 * refers to a component of another kind says nothing of its values.
 */
export function referToComponents(document: OpenApiDocument, note: Note = () => {}): void {
  let moved = false;
  walk(document, (node, kind, pointer) => {
    if (!isReference(node)) return;
    if (kind === 'schema' && isOfAnotherKind(node)) {
      note({ pointer, message: `${node.$ref} is no schema, so that any value is accepted` });
      return become(node, {});
    }
    if (COMPONENT.test(node.$ref)) return;
    const target = locate(document, node.$ref, pointer);
    if (COMPONENT.test(target.pointer)) node.$ref = target.pointer;
    else if (kind === 'schema') {
      node.$ref = moveSchema(document, target.pointer, target.node);
      moved = true;
    } else become(node, target.node);
  });
  if (moved) referToComponents(document, note); // what was moved may refer on, and the walk may have passed it by
}

/** @returns the reference to the new component, which stands at the old place too */
function moveSchema(document: OpenApiDocument, pointer: string, schema: JsonSchema): string {
  const name = addSchema(document, nameOfPlace(pointer), { ...schema });
  const $ref = joinPointer('#/components/schemas', name);
  become(schema, { $ref });
  return $ref;
}

/** Replaces the contents of a node in place, for whoever holds it: it has a copy of the members of `content` afterwards. */
export function become(node: Json, content: Json): void {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, structuredClone(content));
}

/** `#/components/schemas/Person/properties/address` -> `PersonAddress`. */
export function nameOfPlace(pointer: string): string {
  const structure = new Set(['components', 'schemas', 'properties', 'paths', 'schema', 'content', 'responses']);
  const words = splitPointer(pointer).filter((token) => !structure.has(token));
  return pascalCase(words.join(' '));
}
