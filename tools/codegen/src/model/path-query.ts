import type { Json, OpenApiDocument } from './model.ts';
import type { Place } from './places.ts';
import { follow, joinPointer } from './pointer.ts';

/** The part of a path template that is sent: some descriptions tell operations apart behind `#` or `?`. */
export function sentPath(path: string): string {
  return path.split(/[?#]/)[0]!;
}

/**
 * Makes the query of a path template, `/request?view=list&id={id}`, parameters of its operation: `view` is required and has
 * this one value, `id` is what the parameter of that name says, in the query; so is `key` of `?key={apiKey}`.
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
    const known =
      named(name, template === undefined ? ['query'] : ['query', 'path']) ??
      (template === undefined ? undefined : named(template, ['query', 'path']));
    if (template !== undefined && known?.in === 'query' && known.name === name) continue;
    const constant = { schema: { type: 'string', enum: [value] } };
    const made = { ...known, name, in: 'query', required: true, ...(template === undefined ? constant : {}) };
    const kept = own.filter((entry) => {
      const { node } = follow(document, entry, operation.pointer);
      const isMeant = node.name === name || (node.name === template && template !== undefined);
      return !isMeant || !(node.in === 'query' || (template !== undefined && node.in === 'path'));
    });
    own.splice(0, own.length, ...kept, made);
  }
  operation.node.parameters = own;
}
