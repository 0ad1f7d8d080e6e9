import type { Note } from '../common/errors.ts';
import { ALL_METHODS } from '../model/methods.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { follow, joinPointer } from '../model/pointer.ts';
import { isObject } from '../model/walk.ts';

/**
 * Makes the path parameters of each operation those that its path names: one that is not described is a text, and one that
 * the path does not name is left out.
 */
export function conformPathParameters(document: OpenApiDocument, note: Note): void {
  for (const [path, entry] of Object.entries<Json>(document.paths ?? {})) {
    const item = isObject(entry) ? follow(document, entry, joinPointer('#/paths', path)).node : undefined;
    if (!isObject(item)) continue;
    const pointer = joinPointer('#/paths', path);
    const named = namesIn(path.split('#')[0]!);
    item.parameters = withoutUnnamed(document, item.parameters, named, joinPointer(pointer, 'parameters'), note);
    for (const method of ALL_METHODS) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      const at = joinPointer(pointer, method);
      operation.parameters = withoutUnnamed(document, operation.parameters, named, joinPointer(at, 'parameters'), note);
      const known = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
        .map((each) => follow(document, each, at).node)
        .filter((each) => each?.in === 'path')
        .map(({ name }) => name);
      for (const name of namesIn(path.split(/[?#]/)[0]!).filter((each) => !known.includes(each))) {
        note({ pointer: at, message: `does not describe the path parameter "${name}", which is taken for a text` });
        operation.parameters ??= [];
        operation.parameters.push({ name, in: 'path', required: true, schema: { type: 'string' } });
      }
      if (operation.parameters === undefined) delete operation.parameters;
    }
    if (item.parameters === undefined) delete item.parameters;
  }
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1]!);

function withoutUnnamed(
  document: OpenApiDocument,
  parameters: Json[] | undefined,
  named: readonly string[],
  pointer: string,
  note: Note,
): Json[] | undefined {
  return parameters?.filter((entry, index) => {
    const { in: place, name } = follow(document, entry, pointer).node ?? {};
    if (place !== 'path' || named.includes(name)) return true;
    note({ pointer: joinPointer(pointer, index), message: `"${name}" does not stand in the path, and is left out` });
    return false;
  });
}
