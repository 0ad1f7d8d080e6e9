import { pascalCase } from '../emit/names.ts';
import { UnsupportedError } from '../errors.ts';
import { hoistContent } from './hoist.ts';
import { mediaKind, mediaTypeOf } from './media.ts';
import type { Content, OpenApiDocument, Operation, Response } from './model.ts';
import { follow, joinPointer, type Located, splitPointer } from './pointer.ts';

/** Moves the inline schemas of an operation's bodies to `components.schemas`, named after the operation. */
export function hoistBodies(document: OpenApiDocument, { node, pointer }: Located, id: string): void {
  const base = pascalCase(id);
  const body = follow(document, node.requestBody, joinPointer(pointer, 'requestBody'));
  hoistContent(document, body.node?.content, shared(body, 'Request') ?? `${base}Request`);
  const statuses = Object.keys(node.responses ?? {});
  const main = statuses.find((status) => status.startsWith('2')) ?? statuses[0];
  for (const status of statuses) {
    const response = follow(document, node.responses[status], joinPointer(pointer, 'responses', status));
    const own = `${base}Response${status === main ? '' : pascalCase(status)}`;
    hoistContent(document, response.node?.content, shared(response, 'Response') ?? own);
  }
}

/** The name for a schema inside a component that several operations share: `NotFound` -> `NotFoundResponse`. */
function shared({ pointer }: Located, suffix: string): string | undefined {
  const name = /^#\/components\/[^/]+\/([^/]+)$/.exec(pointer)?.[1];
  return name && (name.endsWith(suffix) ? name : `${name} ${suffix}`);
}

export function buildBodies(
  document: OpenApiDocument,
  { node, pointer }: Located,
): Pick<Operation, 'bodies' | 'bodyRequired'> {
  const body = follow(document, node.requestBody, joinPointer(pointer, 'requestBody')).node;
  return { bodies: buildContents(body?.content), bodyRequired: body?.required === true };
}

/** @throws UnsupportedError for ranges of statuses */
export function buildResponses(document: OpenApiDocument, { node, pointer }: Located): Response[] {
  return Object.entries(node.responses ?? {}).map(([status, entry]) => {
    const at = joinPointer(pointer, 'responses', status);
    if (status !== 'default' && !/^[1-5]\d\d$/.test(status))
      throw new UnsupportedError([{ pointer: at, message: `status "${status}" is not supported; name each status` }]);
    const response = follow(document, entry, at).node;
    return {
      status: status === 'default' ? status : Number(status),
      description: response.description ?? '',
      contents: buildContents(response.content),
      // OpenAPI: Content-Type is described by content, never by a header.
      headers: Object.keys(response.headers ?? {}).filter((name) => name.toLowerCase() !== 'content-type'),
    };
  });
}

function buildContents(content: Record<string, any> = {}): Content[] {
  return Object.entries(content).map(([mediaType, { schema }]) => {
    const kind = mediaKind(mediaType);
    if (kind === 'xml' && schema === undefined) return { mediaType: mediaTypeOf(mediaType), kind: 'text' };
    if (schema?.format === 'binary') return { mediaType: mediaTypeOf(mediaType), kind: 'binary' };
    if (kind === 'text' || kind === 'binary') return { mediaType: mediaTypeOf(mediaType), kind };
    return { mediaType: mediaTypeOf(mediaType), kind, schema: splitPointer(schema.$ref).at(-1) };
  });
}
