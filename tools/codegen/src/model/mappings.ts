import type { OpenApiDocument } from './model.ts';
import { joinPointer, locate } from './pointer.ts';
import { walk } from './walk.ts';

/**
 * Makes each value of a discriminator's mapping a reference: OpenAPI allows the bare name of a schema too.
 * @throws DescriptionError when there is no such schema
 */
export function referToMapped(document: OpenApiDocument): void {
  const schemas = document.components?.schemas ?? {};
  walk(document, (node, kind, pointer) => {
    const mapping = kind === 'schema' ? node.discriminator?.mapping : undefined;
    for (const [value, target] of Object.entries<string>(mapping ?? {})) {
      const bare = Object.hasOwn(schemas, target) || !/[#/]/.test(target);
      const $ref = bare ? joinPointer('#/components/schemas', target) : target;
      locate(document, $ref, joinPointer(pointer, 'discriminator', 'mapping', value));
      mapping[value] = $ref;
    }
  });
}
