import type { ApiModel, Content } from '@mailwright/codegen/description';

/**
 * The operations with JSON as the first of their media types, which is the one that requests are made and answered in. A
 * request that JSON describes otherwise than XML keeps its order, because its values are others.
 */
export function withJsonFirst({ operations, ...model }: ApiModel): ApiModel {
  return {
    ...model,
    operations: operations.map((operation) => ({
      ...operation,
      bodies: first(operation.bodies, ({ twinOf }) => twinOf !== undefined),
      responses: operation.responses.map((response) => ({
        ...response,
        contents: first(response.contents, ({ kind }) => kind === 'json'),
      })),
    })),
  };
}

const first = (contents: Content[], isFirst: (content: Content) => boolean): Content[] =>
  contents.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
