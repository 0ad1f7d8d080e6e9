import type { PlanSet } from '@mailwright/xml-codec/plan';
import { compilePlans } from './codec/index.ts';
import type { Note } from './common/errors.ts';
import { NAME } from './model/distinct-names.ts';
import { componentName } from './model/in-place.ts';
import { operationPointers } from './model/leave-out.ts';
import type { ApiModel, JsonSchema, OpenApiDocument } from './model/model.ts';
import { joinPointer } from './model/pointer.ts';
import { walk } from './model/walk.ts';
import { xmlSchemas } from './xml.ts';

/** Tells the names of elements that were made up, and those that the description gives and no document has. */
export function noteNames(model: ApiModel, bundled: OpenApiDocument, note: Note): void {
  const plans = compilePlans(model.document, new Set(model.operations.flatMap(xmlSchemas)));
  noteRoots(model, bundled, plans, note);
  for (const problem of [...plans.values()].flatMap(({ notes }) => notes)) note(problem);
  noteBaseNames(model, (name) => plans.get(name)!.root.name.local, note);
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
function noteRoots(model: ApiModel, bundled: OpenApiDocument, plans: PlanSet, note: Note): void {
  const named = new Set(Object.keys(bundled.components?.schemas ?? {}));
  const pointers = operationPointers(model);
  const told = new Set(named);
  for (const operation of model.operations) {
    for (const name of xmlSchemas(operation).filter((each) => !told.has(each))) {
      told.add(name);
      const { root } = plans.get(name)!;
      if (root.name.local !== name || root.content.kind === 'roots') continue;
      const message = `the root element of a document is called "${name}": its schema gives no xml.name`;
      note({ pointer: pointers.get(operation.id)!, message });
    }
  }
}

/** A base lends its properties to the schemas that are made of it, and not its name: not each of them is meant to have it. */
function noteBaseNames(model: ApiModel, rootOf: (schema: string) => string, note: Note): void {
  for (const name of new Set(model.operations.flatMap(xmlSchemas))) {
    const { allOf = [], xml } = model.schemas.get(name)!;
    if (allOf.length < 2 || xml?.name !== undefined) continue;
    const bases = allOf.flatMap((part: JsonSchema) => componentName(part.$ref) ?? []);
    const base = bases.find((each: string) => model.schemas.get(each)?.xml?.name !== undefined);
    const local = rootOf(name);
    if (base === undefined || local !== (model.schemas.get(name)![NAME] ?? name)) continue;
    const message = `the root element is called "${local}": the name "${model.schemas.get(base)!.xml.name}" is that of ${base} alone; give this schema an xml.name if it is meant`;
    note({ pointer: joinPointer('#/components/schemas', name), message });
  }
}
