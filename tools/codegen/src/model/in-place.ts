import type { JsonSchema } from './model.ts';
import { splitPointer } from './pointer.ts';

/** The name of the schema that a reference leads to; undefined for any other reference. */
export function componentName(reference: unknown): string | undefined {
  if (typeof reference !== 'string') return undefined;
  const [components, schemas, name, ...rest] = splitPointer(reference);
  return components === 'components' && schemas === 'schemas' && rest.length === 0 ? name : undefined;
}

/** Finds the components that a schema refers to for the same value, by keywords such as `allOf`. */
export class Reach {
  readonly #schemas: Readonly<Record<string, unknown>>;
  readonly #keywords: readonly string[];
  readonly #reached = new Map<string, Set<string>>();

  constructor(schemas: Readonly<Record<string, unknown>>, keywords: readonly string[]) {
    this.#schemas = schemas;
    this.#keywords = keywords;
  }

  /** Reports whether a component leads to another one, or is that one. */
  reaches(from: string, to: string): boolean {
    return this.reachedFrom(from).has(to);
  }

  /** A component and all that it leads to. */
  reachedFrom(from: string): ReadonlySet<string> {
    const known = this.#reached.get(from);
    if (known) return known;
    const found = new Set([from]);
    for (const each of found) for (const part of this.referredBy(this.#schemas[each])) found.add(part);
    this.#reached.set(from, found);
    return found;
  }

  /** Components that a schema leads to at once. */
  referredBy(schema: unknown): string[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const name = componentName((schema as JsonSchema).$ref);
    const parts = this.#keywords.flatMap((keyword) => (schema as JsonSchema)[keyword] ?? []);
    return [...(name === undefined ? [] : [name]), ...parts.flatMap((part) => this.referredBy(part))];
  }
}
