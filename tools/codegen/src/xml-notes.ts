import { compilePlans } from './codec/index.ts';
import type { Note } from './common/errors.ts';
import { componentName } from './model/in-place.ts';
import { operationPointers } from './model/leave-out.ts';
import type { ApiModel, JsonSchema, OpenApiDocument } from './model/model.ts';
import { joinPointer } from './model/pointer.ts';
import { walk } from './model/walk.ts';
import { xmlSchemas } from './xml.ts';

/** Tells the names of elements that were made up, and those that the description gives and no document has. */
export function noteNames(model: ApiModel, bundled: OpenApiDocument, note: Note): void {
  noteRoots(model, bundled, note);
  const plans = compilePlans(model.document, new Set(model.operations.flatMap(xmlSchemas)));
  for (const problem of [...plans.values()].flatMap(({ notes }) => notes)) note(problem);
  walk(bundled, (node, kind, pointer) => {
    if (kind === 'schema' && node.type === 'array') noteItems(node, bundled, pointer, note);
    if (kind !== 'schema' || node.type !== 'array' || !/\/properties\/[^/]+$/.test(pointer)) return;
    const { name, wrapped, nodeType } = node.xml ?? {};
    if (name === undefined || wrapped === true || nodeType !== undefined) return;
    const message = `the name "${name}" is not used: without "wrapped: true" a list has no element of its own`;
    note({ pointer: joinPointer(pointer, 'xml', 'name'), message });
  });
}

/** Items of a wrapped list that are a component without a name: described as called like the list, and meant as often not. */
function noteItems({ xml, items }: JsonSchema, bundled: OpenApiDocument, pointer: string, note: Note): void {
  const name = componentName(items?.$ref);
  const named = items?.xml?.name ?? bundled.components?.schemas?.[name ?? '']?.xml?.name;
  if (xml?.wrapped !== true || name === undefined || named !== undefined) return;
  const message = `the items are written like the list, as they have no xml.name; elements called "${name}" are read as well`;
  note({ pointer: joinPointer(pointer, 'items'), message });
}

/** A schema that stands in place has no name; the root element is called after the operation. */
function noteRoots(model: ApiModel, bundled: OpenApiDocument, note: Note): void {
  const named = new Set(Object.keys(bundled.components?.schemas ?? {}));
  const pointers = operationPointers(model);
  const told = new Set(named);
  for (const operation of model.operations) {
    for (const name of xmlSchemas(operation).filter((each) => !told.has(each))) {
      told.add(name);
      const { root } = compilePlans(model.document, [name]).get(name)!;
      if (root.name.local !== name || root.content.kind === 'roots') continue;
      const message = `the root element of a document is called "${name}": its schema gives no xml.name`;
      note({ pointer: pointers.get(operation.id)!, message });
    }
  }
}
