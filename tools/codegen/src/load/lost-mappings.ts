import { DescriptionError, type Note } from '../common/errors.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { joinPointer, locate } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/** Leaves out the values of discriminators that lead to no schema: no document of such a value is described. */
export function leaveOutLostMappings(document: OpenApiDocument, file: string, note: Note): void {
  walk(document, (node, kind, pointer) => {
    const mapping = kind === 'schema' ? node.discriminator?.mapping : undefined;
    if (typeof mapping !== 'object' || mapping === null) return;
    for (const [value, target] of Object.entries(mapping)) {
      if (typeof target === 'string' && !isLost(document, target)) continue;
      delete mapping[value];
      const at = joinPointer(pointer, 'discriminator', 'mapping', value);
      note({ file, pointer: at, message: `leads to no schema, and is left out` });
    }
  });
}

/** References to other files are another matter. */
function isLost(document: OpenApiDocument, target: string): boolean {
  const isName = /^[\w-]+$/.test(target);
  if (!isName && !target.startsWith('#')) return false;
  try {
    locate(document, isName ? joinPointer('#/components/schemas', target) : target);
    return false;
  } catch (error) {
    if (error instanceof DescriptionError) return true;
    throw error;
  }
}
