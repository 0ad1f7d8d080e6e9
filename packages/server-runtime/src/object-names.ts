import type { ParameterTable } from './api.ts';
import { type DeepName, deepNames } from './deep-object.ts';
import type { ParameterForm } from './value-forms.ts';

/**
 * Finds the object of the query to which a name belongs, by its index: `page[size]` of a deepObject, `R` of one in style form, or
 * any other name of one that has members without names. Returns `undefined` if there are no objects.
 */
export function objectNames(
  tables: readonly ParameterTable[],
): ((name: string) => DeepName<number> | undefined) | undefined {
  const deep = new Map<string, number>();
  const members = new Map<string, DeepName<number>>();
  let rest: number | undefined;
  tables.forEach(({ name, wire = name, in: place, form }, owner) => {
    if (place !== 'query' || form?.deep === undefined) return;
    const exploded = explodedObject(form);
    if (!exploded) {
      deep.set(wire, owner);
      return;
    }
    for (const [member, value] of Object.entries(exploded.members)) {
      members.set(member, { owner, path: [member] });
      // As PHP writes lists.
      if (typeof value === 'object' && 'list' in value) members.set(`${member}[]`, { owner, path: [member] });
    }
    if (exploded.rest !== undefined) rest = owner;
  });
  if (deep.size === 0 && members.size === 0 && rest === undefined) return undefined;
  const find = deep.size > 0 ? deepNames(deep) : undefined;
  return (name) =>
    members.get(name) ?? find?.(name) ?? (rest === undefined ? undefined : { owner: rest, path: [name] });
}

/** The names under which a parameter stands in the query, without those of brackets. */
export function namesInQuery({ name, wire = name, form }: ParameterTable): string[] {
  const exploded = form && explodedObject(form);
  return exploded ? Object.keys(exploded.members) : [wire];
}

/** An object without named members, which is there even if no request has any. */
export function isMap({ form }: ParameterTable): boolean {
  const exploded = form && explodedObject(form);
  return exploded !== undefined && Object.keys(exploded.members).length === 0;
}

/** An object in style form whose members have names of their own in the query. */
function explodedObject({ style, deep }: ParameterForm) {
  return style === 'form' && typeof deep === 'object' && 'members' in deep ? deep : undefined;
}
