import { componentName } from '../model/in-place.ts';
import type { JsonSchema, OpenApiDocument } from '../model/model.ts';
import { walk } from '../model/walk.ts';

/** The property of a discriminator, and the values that mean one schema. */
export interface Kind {
  property: string;
  values: string[];
}

/** Discriminating properties of the schemas of a description, by name. */
export interface Discriminators {
  /** The kinds that a schema is the form of. */
  kinds: ReadonlyMap<string, Kind>;
  /** The property by which a schema is told apart from those that are made of it. */
  owners: ReadonlyMap<string, string>;
}

/** Without a mapping, the value is the name of the schema (OpenAPI 3.1, "Discriminator Object"). */
export function findDiscriminators(document: OpenApiDocument): Discriminators {
  const schemas: Record<string, JsonSchema> = document.components?.schemas ?? {};
  const kinds = new Map<string, Kind>();
  const owners = new Map<string, string>();
  const add = (name: string, property: string, value: string) => {
    const values = kinds.get(name)?.values ?? [];
    if (!values.includes(value)) kinds.set(name, { property, values: [...values, value] });
  };
  walk(document, (node, kind, pointer) => {
    const property = kind === 'schema' ? node.discriminator?.propertyName : undefined;
    if (typeof property !== 'string') return;
    const mapping = Object.entries<unknown>(node.discriminator.mapping ?? {}).map(
      ([value, target]) => [value, componentName(target)] as const,
    );
    const mapped = new Set(mapping.map(([, name]) => name));
    for (const [value, name] of mapping)
      if (name !== undefined && Object.hasOwn(schemas, name)) add(name, property, value);
    for (const form of [...listOf(node.oneOf), ...listOf(node.anyOf)]) {
      const name = componentName(form?.$ref);
      if (name !== undefined && !mapped.has(name)) add(name, property, name);
    }
    const own = componentName(pointer);
    if (own !== undefined) owners.set(own, property);
  });
  return { kinds, owners };
}

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value : []);
