import type { Problem } from '../common/errors.ts';
import { shortName, typeName } from '../common/names.ts';
import { mediaKind } from './media.ts';
import type { JsonSchema, OpenApiDocument } from './model.ts';
import { joinPointer, splitPointer } from './pointer.ts';
import { walk } from './walk.ts';

/** Returns a key that is equal for names whose files would collide in a folder. */
export const fileKey = (name: string): string => typeName(name).toLowerCase();

/** The name that a schema has in the description: that of the root element, if the schema gives none. */
export const NAME = 'x-name';

/**
 * Gives each schema a name of its own in code: of those that would share one (`a.b` and `a_b`; `error` and `Error`, whose
 * files would be one on many disks) the later ones get a number.
 */
export function nameSchemasApart(document: OpenApiDocument, note: (note: Problem) => void): void {
  const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
  const isLong = (name: string) => shortName(typeName(name)) !== typeName(name);
  const groups = [...Map.groupBy(Object.keys(schemas), fileKey).values()].filter(
    (names) => names.length > 1 || isLong(names[0]!),
  );
  if (groups.length === 0) return;
  const roots = xmlRoots(document);
  const taken = new Set(Object.keys(schemas).map(fileKey));
  const renamed = new Map<string, string>();
  const renameSchema = (name: string, free: string, reason: string) => {
    taken.add(fileKey(free));
    renamed.set(name, free);
    if (typeof schemas[name] === 'object') schemas[name][NAME] = name;
    note({ pointer: joinPointer('#/components/schemas', name), message: `is "${free}" in code, ${reason}` });
  };
  for (const names of groups) {
    const [keeper, ...others] = names.toSorted((a, b) => Number(roots.has(b)) - Number(roots.has(a)));
    for (const name of others) {
      let free = '';
      for (let number = 2; free === '' || taken.has(fileKey(free)); number++)
        free = `${shortName(typeName(name))}_${number}`;
      renameSchema(name, free, `where "${keeper}" has its name`);
    }
    if (isLong(keeper!)) renameSchema(keeper!, shortName(typeName(keeper!)), 'as it names files');
  }
  rename(document, renamed);
}

/** Schemas that XML bodies name directly. */
function xmlRoots(document: OpenApiDocument): Set<string> {
  const roots = new Set<string>();
  walk(document, (node) => {
    for (const [mediaType, media] of Object.entries<JsonSchema>(node.content ?? {}))
      if (mediaKind(mediaType) === 'xml') roots.add(splitPointer(String(media?.schema?.$ref ?? '#')).at(-1) ?? '');
  });
  return roots;
}

function rename(document: OpenApiDocument, renamed: Map<string, string>): void {
  const moved = (reference: string): string => {
    const [components, schemas, name, ...rest] = splitPointer(reference);
    const to = components === 'components' && schemas === 'schemas' ? renamed.get(name ?? '') : undefined;
    return to === undefined ? reference : joinPointer('#/components/schemas', to, ...rest);
  };
  walk(document, (node, kind) => {
    if (kind === 'schema' && node.discriminator) node.discriminator = keepKinds(node, renamed).discriminator;
    if (typeof node.$ref === 'string') node.$ref = moved(node.$ref);
    const mapping = kind === 'schema' ? node.discriminator?.mapping : undefined;
    for (const [value, target] of Object.entries<string>(mapping ?? {}))
      mapping[value] = renamed.get(target) ?? moved(target);
  });
  const entries = Object.entries(document.components.schemas);
  document.components.schemas = Object.fromEntries(
    entries.map(([name, schema]) => [renamed.get(name) ?? name, schema]),
  );
}

/**
 * Returns a schema whose discriminator maps the names that its forms had before they were renamed: without a mapping, its
 * values are these.
 */
export function keepKinds(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  const { discriminator, oneOf = [], anyOf = [] } = schema;
  const mapping: Record<string, string> = { ...discriminator.mapping };
  for (const { $ref } of [...oneOf, ...anyOf] as JsonSchema[]) {
    const name = splitPointer(String($ref ?? '#')).at(-1) ?? '';
    if (!renamed.has(name)) continue;
    const mapped = Object.values(mapping).some((target) => target === $ref || target === name);
    if (!mapped) mapping[name] = $ref;
  }
  return Object.keys(mapping).length === 0 ? schema : { ...schema, discriminator: { ...discriminator, mapping } };
}
