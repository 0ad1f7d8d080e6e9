import type { Note } from '../common/errors.ts';
import { OTHER_METHODS } from '../model/methods.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { isObject } from '../model/walk.ts';

/** Puts the operations of other methods (OpenAPI 3.2) beside the usual ones. */
export function readAdditionalOperations(document: OpenApiDocument, note: Note): void {
  const items: [string, Json][] = [
    ...Object.entries<Json>(document.paths ?? {}).map(([path, item]): [string, Json] => [
      joinPointer('#/paths', path),
      item,
    ]),
    ...Object.entries<Json>(document.components?.pathItems ?? {}).map(([name, item]): [string, Json] => [
      joinPointer('#/components/pathItems', name),
      item,
    ]),
  ];
  for (const [pointer, item] of items) {
    if (!isObject(item?.additionalOperations)) continue;
    for (const [method, operation] of Object.entries<Json>(item.additionalOperations)) {
      const key = method.toLowerCase();
      if ((OTHER_METHODS as readonly string[]).includes(key)) item[key] = operation;
      else
        note({
          pointer: joinPointer(pointer, 'additionalOperations', method),
          message: `is left out: HTTP servers of Node do not know the method ${method}`,
        });
    }
    delete item.additionalOperations;
  }
}
