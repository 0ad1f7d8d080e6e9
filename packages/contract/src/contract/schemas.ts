import type { Content, JsonSchema, Operation } from '@mailwright/codegen/description';
import type { Contract } from './contract.ts';

/** Schemas of what operations take and answer, references resolved. */
export interface Schemas {
  /** Schema of the body of a success. */
  answer(operation: Operation): JsonSchema | undefined;
  /** Schema of a request body, in the JSON twin. */
  body(operation: Operation, content: Content | undefined): JsonSchema | undefined;
}

export function readSchemas(contract: Contract): Schemas {
  const resolved = (operation: Operation, schema: JsonSchema | undefined) => {
    const { __bundled__ } = contract.resource(operation.id) as { __bundled__?: unknown };
    return schema && resolve(schema, __bundled__);
  };
  return {
    answer(operation) {
      const good = contract.resource(operation.id).responses.find(({ code }) => /^2/.test(code));
      const content = good?.contents?.find(({ mediaType }) => mediaType.includes('json')) ?? good?.contents?.[0];
      return resolved(operation, content?.schema as JsonSchema | undefined);
    },
    body(operation, content) {
      if (!content) return undefined;
      const wanted = content.kind === 'xml' ? 'application/json' : content.mediaType;
      const contents = contract.resource(operation.id).request?.body?.contents ?? [];
      return resolved(
        operation,
        contents.find(({ mediaType }) => mediaType === wanted)?.schema as JsonSchema | undefined,
      );
    },
  };
}

/** Maximum depth to which references are followed; schemas may contain themselves. */
const DEEPEST = 6;

/** The schema with references to the bundle resolved, those that are deeper taken for anything. */
function resolve(schema: JsonSchema, bundle: unknown): JsonSchema {
  const visit = (node: unknown, depth: number): unknown => {
    if (Array.isArray(node)) return node.map((each) => visit(each, depth));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string') return depth > DEEPEST ? {} : visit(follow($ref, { __bundled__: bundle }), depth + 1);
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, visit(each, depth)]));
  };
  return visit(schema, 0) as JsonSchema;
}

function follow(pointer: string, document: object): unknown {
  const keys = pointer.replace(/^#\//, '').split('/');
  const names = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document) ?? {};
}

/** Properties of a schema and of what it is combined of. */
export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const parts: JsonSchema[] = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return Object.assign({}, ...parts.map(propertiesOf), schema.properties);
}
