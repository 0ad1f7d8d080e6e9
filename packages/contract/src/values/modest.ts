import type { JsonSchema } from '@mailwright/codegen/description';

const MOST_ITEMS = 3;
const LONGEST = 100;

/**
 * The schema with small upper bounds, as far as the lower ones allow: generators go for any length up to the bound, and
 * bounds of a million are there to be kept, not to be reached.
 */
export function modest(schema: JsonSchema): JsonSchema {
  const seen = new WeakMap<object, object>();
  const visit = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const known = seen.get(node);
    if (known) return known;
    const copy: Record<string, unknown> | unknown[] = Array.isArray(node) ? [] : {};
    seen.set(node, copy);
    for (const [key, value] of Object.entries(chosen(node))) (copy as Record<string, unknown>)[key] = visit(value);
    return Array.isArray(copy) ? copy : clamp(clamp(inclusive(copy), 'Items', MOST_ITEMS), 'Length', LONGEST);
  };
  return visit(schema) as JsonSchema;
}

/**
 * A choice whose forms say which value of the discriminator means them: generators do not know that keyword. References
 * are resolved by now, and what is left of them is their order, which mappings follow.
 */
function chosen(node: object): object {
  const { discriminator, ...schema } = node as JsonSchema;
  const keyword = schema.oneOf ? 'oneOf' : 'anyOf';
  const kinds = Object.keys(discriminator?.mapping ?? {});
  if (!Array.isArray(schema[keyword]) || kinds.length !== schema[keyword].length) return node;
  const { propertyName } = discriminator;
  const form = (alternative: JsonSchema, index: number): JsonSchema => ({
    allOf: [alternative, { required: [propertyName], properties: { [propertyName]: { const: kinds[index] } } }],
  });
  return { ...schema, [keyword]: schema[keyword].map(form) };
}

/** Bounds that are not reached, as bounds that are: generators know the former as they were before JSON Schema 2019. */
function inclusive(node: Record<string, unknown>): Record<string, unknown> {
  const { exclusiveMinimum: below, exclusiveMaximum: above, ...rest } = node;
  const [least, most] = [below, above].map((bound) => (typeof bound === 'number' ? bound : undefined));
  if (least === undefined && most === undefined) return node;
  const room =
    (most ?? Number(node.maximum ?? Number.POSITIVE_INFINITY)) -
    (least ?? Number(node.minimum ?? Number.NEGATIVE_INFINITY));
  const step =
    typeof node.multipleOf === 'number' ? node.multipleOf : node.type === 'integer' ? 1 : Math.min(0.5, room / 4);
  const minimum = least === undefined ? node.minimum : Math.max(least + step, Number(node.minimum ?? least));
  const maximum = most === undefined ? node.maximum : Math.min(most - step, Number(node.maximum ?? most));
  return { ...rest, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function clamp(node: Record<string, unknown>, what: 'Items' | 'Length', most: number): Record<string, unknown> {
  const [least, bound] = [node[`min${what}`], node[`max${what}`]];
  const isBounded = typeof bound === 'number' || (what === 'Items' && node.type === 'array');
  if (!isBounded) return node;
  const limit = Math.max(most, typeof least === 'number' ? least : 0);
  node[`max${what}`] = Math.min(limit, typeof bound === 'number' ? bound : limit);
  return node;
}
