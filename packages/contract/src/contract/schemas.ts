import {
  type Content,
  type Direction,
  type JsonSchema,
  type Operation,
  wholeMediaType,
} from '@mailwright/codegen/description';
import { resolveBundled } from './bundled.ts';
import type { Contract } from './contract.ts';
import { forDirection } from './direction.ts';

/** Schemas of what operations take and answer, references resolved. */
export interface Schemas {
  /** Schema of the body of a success. */
  answer(operation: Operation): JsonSchema | undefined;
  /** Schema of a request body, in the JSON twin. */
  body(operation: Operation, content: Content | undefined): JsonSchema | undefined;
}

export function readSchemas(contract: Contract): Schemas {
  const resolved = (operation: Operation, schema: JsonSchema | undefined, direction: Direction) => {
    const { __bundled__ } = contract.resource(operation.id) as { __bundled__?: unknown };
    return schema && forDirection(resolveBundled(schema, __bundled__), direction);
  };
  return {
    answer(operation) {
      const good = contract.resource(operation.id).responses.find(({ code }) => /^2/.test(code));
      const content = good?.contents?.find(({ mediaType }) => mediaType.includes('json')) ?? good?.contents?.[0];
      return resolved(operation, content?.schema as JsonSchema | undefined, 'response');
    },
    body(operation, content) {
      if (!content) return undefined;
      const wanted = content.kind === 'xml' ? 'application/json' : content.mediaType;
      const contents = contract.resource(operation.id).request?.body?.contents ?? [];
      return resolved(
        operation,
        contents.find(({ mediaType }) => wholeMediaType(mediaType) === wanted)?.schema as JsonSchema | undefined,
        'request',
      );
    },
  };
}

/** Required members of a schema and of what it is combined of. */
export const requiredOf = ({ required = [], allOf = [] }: JsonSchema): string[] => [
  ...required,
  ...allOf.flatMap(requiredOf),
];

/** Properties of a schema and of what it is combined of. */
export function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const parts: JsonSchema[] = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return Object.assign({}, ...parts.map(propertiesOf), schema.properties);
}
