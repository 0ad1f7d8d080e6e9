import type { JsonSchema } from '@mailwright/codegen/description';

/** Maximum depth to which references are followed; schemas may contain themselves. */
const DEEPEST = 6;

/** The schema with references to the bundle resolved, those that are deeper taken for anything. */
export function resolveBundled(schema: JsonSchema, bundle: unknown): JsonSchema {
  const visit = (node: unknown, depth: number): unknown => {
    if (Array.isArray(node)) return node.map((each) => visit(each, depth));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...beside } = node as { $ref?: unknown };
    if (typeof $ref === 'string')
      return depth > DEEPEST ? {} : visit({ ...follow($ref, { __bundled__: bundle }), ...beside }, depth + 1);
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, visit(each, depth)]));
  };
  return visit(schema, 0) as JsonSchema;
}

/** The schema to which a reference of the bundle leads, with what stands beside the reference. */
export function followBundled(schema: JsonSchema, bundle: unknown): JsonSchema {
  let node = schema;
  for (let depth = 0; typeof node?.$ref === 'string' && depth < DEEPEST; depth++) {
    const { $ref, ...beside } = node;
    node = { ...follow($ref, { __bundled__: bundle }), ...beside };
  }
  return typeof node === 'object' && node !== null ? node : {};
}

/** Finds the schema that a reference of a bundle leads to. */
export const referredIn = (bundle: unknown) => (reference: unknown) =>
  typeof reference === 'string' ? follow(reference, { __bundled__: bundle }) : undefined;

function follow(pointer: string, document: object): object {
  const keys = pointer.replace(/^#\//, '').split('/');
  const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = names.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
  return typeof found === 'object' && found !== null ? found : {};
}
