import type { Note } from '../common/errors.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { walk } from '../model/walk.ts';

/** Tells each security scheme that is asked for and not described, where it is asked for. */
export function noteUndescribedSecurity(document: OpenApiDocument, note: Note): void {
  const schemes = document.components?.securitySchemes ?? {};
  walk(document, (node, kind, pointer) => {
    if ((kind !== 'document' && kind !== 'operation') || !Array.isArray(node.security)) return;
    const names = new Set(node.security.flatMap((each: Json) => Object.keys(each ?? {})));
    for (const name of [...names].filter((each) => !Object.hasOwn(schemes, each as string)))
      note({
        pointer: `${pointer}/security`,
        message: `"${name}" is not described: a client sends nothing for it, and the hook authenticate decides by the request`,
      });
  });
}
