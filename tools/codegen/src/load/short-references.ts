import type { Note } from '../common/errors.ts';
import { eachReference } from '../model/broken.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';

/** `$ref: Pet` is the form of Swagger 1.2 for `#/definitions/Pet`, and many write it since; it would be a file of this name. */
export function readShortReferences(document: OpenApiDocument, file: string, note: Note): void {
  const [parent, schemas]: [string, Json] = document.swagger
    ? ['#/definitions', document.definitions]
    : ['#/components/schemas', document.components?.schemas];
  if (typeof schemas !== 'object' || schemas === null) return;
  eachReference(document, (node, pointer) => {
    if (!Object.hasOwn(schemas, node.$ref)) return;
    note({ file, pointer: joinPointer(pointer, '$ref'), message: `is taken for the schema "${node.$ref}"` });
    node.$ref = joinPointer(parent, node.$ref);
  });
}

/** What `#/…` can mean in a file that is a part of a description. */
const OF_ROOT = /^#\/(definitions|parameters|responses|components)\//;

/**
 * Makes references of a file that lead to nothing in it references to the description that it is a part of, as tools that join the
 * files first read them.
 */
export function referToRoot(part: Json, root: string): void {
  eachReference(part, (node) => {
    if (OF_ROOT.test(node.$ref) && part[node.$ref.split('/')[1]!] === undefined) node.$ref = root + node.$ref;
  });
}
