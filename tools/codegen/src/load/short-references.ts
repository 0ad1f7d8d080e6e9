import type { Note } from '../common/errors.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { referencesIn } from '../model/objects.ts';
import { joinPointer } from '../model/pointer.ts';

/** `$ref: Pet` is the form of Swagger 1.2 for `#/definitions/Pet`, and many write it since; it would be a file of this name. */
export function readShortReferences(document: OpenApiDocument, file: string, note: Note): void {
  const [parent, schemas]: [string, Json] = document.swagger
    ? ['#/definitions', document.definitions]
    : ['#/components/schemas', document.components?.schemas];
  if (typeof schemas !== 'object' || schemas === null) return;
  for (const { node, kind, pointer } of referencesIn(document)) {
    if (kind !== 'schema' || !Object.hasOwn(schemas, node.$ref)) continue;
    note({ file, pointer: joinPointer(pointer, '$ref'), message: `is taken for the schema "${node.$ref}"` });
    node.$ref = joinPointer(parent, node.$ref);
  }
}
