import { UnsupportedError } from '../common/errors.ts';
import type { Json, OpenApiDocument } from './model.ts';
import type { Place } from './places.ts';
import { follow, joinPointer } from './pointer.ts';

/** The part of a path template that is sent: some descriptions tell operations apart behind `#` or `?`. */
export function sentPath(path: string): string {
  return path.split(/[?#]/)[0]!;
}

/**
 * Makes the query of a path template, `/request?view=list&id={id}`, parameters of its operation: `view` is required and has
 * this one value, `id` is what the parameter of that name says, in the query.
 * @throws UnsupportedError when a template in the query has another name than its place
 */
export function describeQuery(document: OpenApiDocument, { path, pathItem, operation }: Place): void {
  const query = path.split('#')[0]!.split('?')[1];
  if (!query) return;
  const own: Json[] = [...(operation.node.parameters ?? [])];
  const shared: Json[] = pathItem.node.parameters ?? [];
  const named = (name: string, places: string[]) =>
    [...own, ...shared]
      .map((entry, index) => follow(document, entry, joinPointer(operation.pointer, 'parameters', index)).node)
      .find((parameter) => parameter.name === name && places.includes(parameter.in));
  for (const [name, value] of new URLSearchParams(query)) {
    const template = /^\{(.*)\}$/.exec(value)?.[1];
    if (template !== undefined && template !== name) {
      const message = `the query of the path names {${template}} as value of "${name}"; describe "${name}" as a query parameter`;
      throw new UnsupportedError([{ pointer: operation.pointer, message }]);
    }
    const known = named(name, template === undefined ? ['query'] : ['query', 'path']);
    if (template !== undefined && known?.in === 'query') continue;
    const constant = { schema: { type: 'string', enum: [value] } };
    const made = { ...known, name, in: 'query', required: true, ...(template === undefined ? constant : {}) };
    const kept = own.filter((entry) => {
      const { node } = follow(document, entry, operation.pointer);
      return node.name !== name || !(node.in === 'query' || (template !== undefined && node.in === 'path'));
    });
    own.splice(0, own.length, ...kept, made);
  }
  operation.node.parameters = own;
}
