import { badRequest } from './api-error.ts';
import { show } from './text.ts';
import type { FormField, FormFields } from './value-forms.ts';

/** Position of a form field in the body, and its encoding. */
export interface FormName {
  path: readonly string[];
  field: FormField;
}

/** Finds fields by their names in a request: `color[R]` is the member R of `color`, and so is `R` alone if it is spread. */
export function formNames(fields: FormFields, rest: FormField = {}): (name: string) => FormName {
  const known = new Map<string, FormName>();
  const deep = new Set<string>();
  const add = (name: string, path: readonly string[], field: FormField): void => {
    if (field.object === 'deep') deep.add(name);
    if (field.object !== 'deep' && field.object !== 'spread') known.set(name, { path, field });
    else
      for (const [member, inner] of Object.entries(field.members ?? {}))
        add(field.object === 'deep' ? `${name}[${member}]` : member, [...path, member], inner);
  };
  for (const [name, field] of Object.entries(fields)) add(name, [name], field);
  return (name) => {
    const found = known.get(name);
    if (found) return found;
    const [owner] = name.split('[', 1);
    if (deep.size > 0 && deep.has(owner!) && name.endsWith(']'))
      return { path: [owner!, ...name.slice(owner!.length + 1, -1).split('][')], field: {} };
    return { path: [name], field: rest };
  };
}

/**
 * Sets a value in a body.
 * @throws ApiError 400 if the path leads through a value that is not an object
 */
export function place(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = body;
  for (const name of path.slice(0, -1)) {
    if (!Object.hasOwn(at, name)) setMember(at, name, {});
    const next = at[name];
    if (typeof next !== 'object' || next === null || Array.isArray(next))
      throw badRequest(`${show(path[0]!)} must be given as an object or as a value but was given as both`);
    at = next as Record<string, unknown>;
  }
  setMember(at, path.at(-1)!, value);
}

/** Also for `__proto__`, which an assignment would take for the prototype. */
function setMember(at: object, name: string, value: unknown): void {
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
}
