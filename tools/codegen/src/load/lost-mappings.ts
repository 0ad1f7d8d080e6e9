import { DescriptionError, type Note, type Problem } from '../common/errors.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { joinPointer, locate } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/** Leaves out the values of discriminators that lead to no schema: no document of such a value is described. */
export function leaveOutLostMappings(
  document: OpenApiDocument,
  placeOf: (pointer: string) => Omit<Problem, 'message'>,
  note: Note,
): void {
  walk(document, (node, kind, pointer) => {
    const mapping = kind === 'schema' ? node.discriminator?.mapping : undefined;
    if (typeof mapping !== 'object' || mapping === null) return;
    for (const [value, target] of Object.entries(mapping)) {
      if (typeof target === 'string' && !isLost(document, target)) continue;
      delete mapping[value];
      const at = joinPointer(pointer, 'discriminator', 'mapping', value);
      note({ ...placeOf(at), message: `leads to no schema, and is left out` });
    }
  });
}

function isLost(document: OpenApiDocument, target: string): boolean {
  try {
    locate(document, target.startsWith('#') ? target : joinPointer('#/components/schemas', target));
    return false;
  } catch (error) {
    if (error instanceof DescriptionError) return true;
    throw error;
  }
}
