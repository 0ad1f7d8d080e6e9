import type { Note } from '../common/errors.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { isFieldName } from '../model/parameters.ts';
import { joinPointer } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/** Leaves out keys that no request can carry, and tells each security scheme that is asked for and not described, where it is asked for. */
export function noteUndescribedSecurity(document: OpenApiDocument, note: Note): void {
  const schemes: Record<string, Json> = document.components?.securitySchemes ?? {};
  for (const [name, scheme] of Object.entries(schemes)) {
    if (scheme?.in !== 'header' || typeof scheme.name !== 'string' || isFieldName(scheme.name)) continue;
    const pointer = joinPointer('#/components/securitySchemes', name);
    note({ pointer, message: `is left out: no header can be called "${scheme.name}"` });
    delete schemes[name];
  }
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
