import type { Place, Schema } from './schema.ts';
import { unsupported } from './unsupported.ts';
import type { ObjectView, View } from './view.ts';

/**
 * One view of several that must all hold (`allOf`).
 *
 * @param views the members that say something of structure
 * @param notes the members that only remark: xml, nullable, required, description
 * @param own what stands beside `allOf`; its `xml` wins
 */
export function merge(views: View[], notes: Schema[], own: Schema, pointer: string): View {
  const [first, ...others] = views as [View, ...View[]];
  let merged: View = first;
  if (others.length > 0) {
    // A base schema lends its properties, not its name: only members written in place name the element.
    const named = views.filter((view) => view.ref === undefined);
    merged = {
      ...others.reduce((a, b) => mergeTwo(a, b, pointer), first),
      pointer,
      ref: undefined,
      nullable: views.every((view) => view.nullable),
      xml: Object.assign({}, ...named.map((view) => view.xml)),
      aliases: named.flatMap((view) => view.aliases),
    };
  }
  const remarks = [...notes, own];
  const result = {
    ...merged,
    nullable: merged.nullable || remarks.some((note) => note.nullable === true),
    xml: Object.assign({}, merged.xml, ...remarks.map((note) => note.xml)),
    text: merged.text || remarks.some((note) => note['x-xml-text'] === true),
    aliases: remarks.findLast((note) => note['x-xml-aliases'])?.['x-xml-aliases'] ?? merged.aliases,
    oneWay: merged.oneWay || remarks.some((note) => note.readOnly === true || note.writeOnly === true),
  };
  if (result.kind !== 'object') return result;
  const required = notes.flatMap((note) => note.required ?? []).filter((key) => !result.required.has(key));
  // A remark that requires more makes this another object than the component.
  if (required.length === 0) return result;
  return { ...result, required: new Set([...result.required, ...required]), ref: undefined };
}

function mergeTwo(a: View, b: View, pointer: string): View {
  if (isOpen(a, b)) return b;
  if (isOpen(b, a)) return a;
  if (a.kind === 'object' && b.kind === 'object') return mergeObjects(a, b, pointer);
  if (a.kind === 'scalar' && b.kind === 'scalar') {
    if (a.type === b.type) return a;
    const types = [a.type, b.type].sort().join();
    if (types === 'integer,number') return a.type === 'integer' ? a : b;
    if (types === 'float,number') return a.type === 'float' ? a : b;
    if (types === 'float,integer') return a.type === 'integer' ? a : b;
  }
  if (a.kind === 'array' && b.kind === 'array') {
    return { ...a, items: both(a.items, b.items) };
  }
  return unsupported(pointer, `allOf joins things of different kinds (${describe(a)} and ${describe(b)})`);
}

/** Reports whether a view allows all that the other one says more of. */
function isOpen(view: View, other: View): boolean {
  if (view.kind !== 'scalar') return false;
  return view.type === 'any' || (view.type === 'members' && (other.kind === 'object' || other.kind === 'choice'));
}

function mergeObjects(a: ObjectView, b: ObjectView, pointer: string): ObjectView {
  if (a.additional && b.additional) unsupported(pointer, 'allOf joins two dictionaries');
  const properties = new Map(a.properties);
  for (const [key, place] of b.properties) {
    const known = properties.get(key);
    properties.set(key, known ? both(known, place) : place);
  }
  return {
    ...a,
    properties,
    required: new Set([...a.required, ...b.required]),
    additional: a.additional ?? b.additional,
  };
}

function both(a: Place, b: Place): Place {
  if (JSON.stringify(a.schema) === JSON.stringify(b.schema)) return a;
  return { schema: { allOf: [a.schema, b.schema] }, pointer: b.pointer };
}

function describe(view: View): string {
  return view.kind === 'scalar' ? view.type : view.kind;
}
