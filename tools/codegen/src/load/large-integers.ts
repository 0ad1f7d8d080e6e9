import type { Note } from '../common/errors.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { joinPointer } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/**
 * Notes integers in `enum`, `const` and `default` that JavaScript rounded when it read the description: the code made of it would
 * allow and send the rounded value.
 */
export function noteLargeIntegers(document: OpenApiDocument, note: Note): void {
  walk(document, (node, kind, pointer) => {
    if (kind !== 'schema' || node.type === 'number') return;
    for (const key of ['enum', 'const', 'default']) {
      const values = [node[key]].flat();
      const found = values.find((value) => Number.isInteger(value) && !Number.isSafeInteger(value));
      if (found === undefined) continue;
      const message = `integers beyond ±${Number.MAX_SAFE_INTEGER} are rounded, here to ${found}; describe such values as texts`;
      note({ pointer: joinPointer(pointer, key), message });
    }
  });
}
