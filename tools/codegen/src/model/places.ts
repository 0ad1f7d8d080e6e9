import { ALL_METHODS } from './methods.ts';
import type { Method, OpenApiDocument } from './model.ts';
import { follow, joinPointer, type Located } from './pointer.ts';

/** An operation object, and the place it has in the description. */
export interface Place {
  method: Method;
  path: string;
  pathItem: Located;
  operation: Located;
}

/** Makes a path item that stands at several paths by reference one for each, as its operations need names of their own. */
export function copyPathItems(document: OpenApiDocument): void {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const { node } = follow(document, item ?? {}, joinPointer('#/paths', path));
    if (node === item) continue;
    const { $ref: _, ...own } = item as OpenApiDocument;
    document.paths[path] = { ...structuredClone(node), ...own };
  }
  for (const item of Object.values<OpenApiDocument>(document.components?.pathItems ?? {}))
    for (const method of ALL_METHODS) if (item[method]) delete item[method].operationId;
}

export function listOperations(document: OpenApiDocument): Place[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const pathItem = follow(document, item ?? {}, joinPointer('#/paths', path));
    return Object.keys(pathItem.node)
      .filter((key) => ALL_METHODS.includes(key))
      .map((method) => ({
        method: method.toUpperCase() as Method,
        path,
        pathItem,
        operation: { node: pathItem.node[method], pointer: joinPointer(pathItem.pointer, method) },
      }));
  });
}
