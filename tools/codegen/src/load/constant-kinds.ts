import { DescriptionError, type Note } from '../common/errors.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { follow, joinPointer, splitPointer } from '../model/pointer.ts';
import { walk } from '../model/walk.ts';

/**
 * Completes the mapping of discriminators by the values that the alternatives themselves allow: without a mapping the value would be
 * the name of the schema, `Cat`, which a schema with `kind: { const: cat }` refuses. If the same values are allowed in several, the
 * discriminator tells nothing, and is left out with a note.
 */
export function mapByConstants(document: OpenApiDocument, note: Note): void {
  walk(document, (node, kind, pointer) => {
    const property = kind === 'schema' ? node.discriminator?.propertyName : undefined;
    if (typeof property !== 'string') return;
    const { mapping = {}, defaultMapping } = node.discriminator;
    const refs: string[] = [...listOf(node.oneOf), ...listOf(node.anyOf)].flatMap(({ $ref }) => $ref ?? []);
    const isMapped = (ref: string) =>
      defaultMapping !== undefined ||
      Object.values(mapping).some((target) => target === ref || target === splitPointer(ref).at(-1));
    const open = refs
      .filter((ref) => !isMapped(ref))
      .map((ref) => ({ ref, values: valuesOf(document, ref, property) }));
    const contradicted = open.filter(({ ref, values }) => values && !values.includes(String(splitPointer(ref).at(-1))));
    if (contradicted.length === 0) return;
    const all = [...Object.keys(mapping), ...open.flatMap(({ values }) => values ?? [])];
    if (new Set(all).size < all.length) {
      delete node.discriminator;
      const message = `tells nothing: several alternatives have the same values of "${property}"; it is left out`;
      note({ pointer: joinPointer(pointer, 'discriminator'), message });
      return;
    }
    const added = contradicted.flatMap(({ ref, values }) => values!.map((value): [string, string] => [value, ref]));
    node.discriminator.mapping = { ...mapping, ...Object.fromEntries(added) };
  });
}

/** The texts that a property can have in all documents of a schema; `undefined` if any. */
function valuesOf(document: OpenApiDocument, $ref: string, property: string, depth = 0): string[] | undefined {
  try {
    const schema: Json = follow(document, { $ref }, '#').node;
    return valuesIn(document, schema, property, depth);
  } catch (error) {
    if (error instanceof DescriptionError) return undefined;
    throw error;
  }
}

function valuesIn(document: OpenApiDocument, schema: Json, property: string, depth: number): string[] | undefined {
  const own = follow(document, schema?.properties?.[property], '#').node;
  const values: unknown[] | undefined = own?.const === undefined ? own?.enum : [own.const];
  if (Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string')) return values;
  for (const part of depth < 10 ? listOf(schema?.allOf) : []) {
    const found = part?.$ref
      ? valuesOf(document, part.$ref, property, depth + 1)
      : valuesIn(document, part, property, depth + 1);
    if (found) return found;
  }
  return undefined;
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
