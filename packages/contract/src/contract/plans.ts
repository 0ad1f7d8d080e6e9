import type { JsonSchema } from '@mailwright/codegen/description';
import type { Content, PlanSet } from '@mailwright/xml-codec/plan';

/** The plans with no other name for an element than its own. */
export function withoutAliases(plans: PlanSet): PlanSet {
  return rewritten(plans, (node) => ('aliases' in node ? { ...node, aliases: [] } : node));
}

/** The plans with text for every scalar, and nothing required. */
export function withoutDemands(plans: PlanSet): PlanSet {
  return rewritten(plans, (node) => {
    const lenient = 'required' in node ? { ...node, required: false } : node;
    const isScalar = node.kind === 'scalar' || (typeof node.nodeType === 'string' && 'type' in node);
    return isScalar ? { ...lenient, type: 'string' } : lenient;
  });
}

/** The plans with the children of each element the other way round: JSON Schema knows no order of properties. */
export function withReversedOrder(plans: PlanSet): PlanSet {
  return rewritten(plans, (node) =>
    Array.isArray(node.properties) ? { ...node, properties: node.properties.toReversed() } : node,
  );
}

type Node = Record<string, unknown>;

/** Plans in which every object has gone through `change`, the innermost first. */
function rewritten(plans: PlanSet, change: (node: Node) => Node): PlanSet {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return change(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each)])));
  };
  return new Map([...plans].map(([name, plan]) => [name, visit(plan) as typeof plan]));
}

/**
 * The plans with the elements that `additionalProperties: false` forbids as members, so that they are seen by the judge; elements
 * that nothing is said about are skipped otherwise.
 */
export function withForbiddenElements(plans: PlanSet, schemas: Record<string, JsonSchema>): PlanSet {
  return new Map(
    [...plans].map(([name, plan]) => {
      const content = forbidding(plan.root.content, schemas[name]);
      return [name, { ...plan, root: { ...plan.root, content } }];
    }),
  );
}

function forbidding(content: Content, schema: JsonSchema = {}): Content {
  if (content.kind === 'array')
    return { ...content, item: { ...content.item, content: forbidding(content.item.content, schema.items) } };
  if (content.kind !== 'object') return content;
  const properties = content.properties.map((property) => {
    const own = schema.properties?.[property.key];
    if (property.nodeType === 'element')
      return { ...property, element: { ...property.element, content: forbidding(property.element.content, own) } };
    if (property.nodeType !== 'none') return property;
    return { ...property, item: { ...property.item, content: forbidding(property.item.content, own?.items) } };
  });
  // An element with text of its own has no elements.
  const hasText = properties.some(({ nodeType }) => nodeType === 'text' || nodeType === 'cdata');
  if (schema.additionalProperties !== false || hasText) return { ...content, properties };
  return { ...content, properties, additional: { nullable: false, content: { kind: 'scalar', type: 'raw' } } };
}
