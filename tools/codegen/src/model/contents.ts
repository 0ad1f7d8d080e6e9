import { isDeepStrictEqual } from 'node:util';
import { type Note, UnsupportedError } from '../common/errors.ts';
import { pascalCase } from '../common/names.ts';
import { describeForms } from './forms.ts';
import { buildHeaders } from './headers.ts';
import { hoistContent, isOfTexts, isText } from './hoist.ts';
import { ANNOTATIONS } from './inline.ts';
import { mediaKind, mediaTypeOf, wholeMediaType } from './media.ts';
import type { Content, Json, JsonSchema, OpenApiDocument, Operation, Response } from './model.ts';
import { follow, joinPointer, type Located, splitPointer } from './pointer.ts';
import { describeSequences } from './sequences.ts';

/** Moves the inline schemas of an operation's bodies to `components.schemas`, named after the operation. */
export function hoistBodies(document: OpenApiDocument, { node, pointer }: Located, id: string, note?: Note): void {
  const base = pascalCase(id);
  const body = follow(document, node.requestBody, joinPointer(pointer, 'requestBody'));
  describeForms(document, body.node?.content, body.pointer, note);
  describeSequences(document, body.node?.content, { isRequest: true });
  for (const type of Object.keys(body.node?.content ?? {}))
    if (/;charset\s*=/i.test(wholeMediaType(type)))
      note?.({ pointer: joinPointer(body.pointer, 'content', type), message: 'is sent in UTF-8, and says so' });
  noteParts(document, body, note);
  noteTexts(document, body, note);
  hoistContent(document, body.node?.content, shared(body, 'Request') ?? `${base}Request`);
  const statuses = Object.keys(node.responses ?? {});
  const main = statuses.find((status) => status.startsWith('2')) ?? statuses[0];
  for (const status of statuses) {
    const response = follow(document, node.responses[status], joinPointer(pointer, 'responses', status));
    const own = `${base}Response${status === main ? '' : pascalCase(status)}`;
    if (/^2|^default$/.test(status)) describeSequences(document, response.node?.content);
    noteTexts(document, response, note);
    hoistContent(document, response.node?.content, shared(response, 'Response') ?? own);
  }
}

/** OpenAPI describes the parts of other multipart types, but not in which order or with which names they are sent. */
function noteParts(document: OpenApiDocument, { node, pointer }: Located, note?: Note): void {
  for (const [type, media] of Object.entries<Json>(node?.content ?? {})) {
    const isOther = /^multipart\/(?!form-data$)/.test(mediaTypeOf(type));
    if (isOther && media?.schema && !isBytes(follow(document, media.schema, '#').node))
      note?.({
        pointer: joinPointer(pointer, 'content', type),
        message: 'is bytes in code: only multipart/form-data has parts',
      });
  }
}

/** How a text says something else than a text, such as the rows of CSV, OpenAPI leaves open. */
function noteTexts(document: OpenApiDocument, { node, pointer }: Located, note?: Note): void {
  for (const [type, media] of Object.entries<Json>(node?.content ?? {})) {
    const schema = media?.schema;
    if (mediaKind(type) !== 'text' || media?.['x-sequence'] || !schema) continue;
    const isOpen = Object.keys(schema).every((key) => ANNOTATIONS.has(key) || key.startsWith('x-'));
    if (isOpen || schema.format === 'binary' || isOfTexts(document, schema)) continue;
    note?.({ pointer: joinPointer(pointer, 'content', type), message: 'is a text in code: OpenAPI gives it no form' });
  }
}

const isBytes = ({ type, format }: JsonSchema): boolean => type === 'string' || format === 'binary';

/** Takes contents out of the bodies of an operation. */
export function deleteContents(
  document: OpenApiDocument,
  { node, pointer }: Located,
  isUnwanted: (content: Content) => boolean,
): void {
  const responses = Object.entries<Json>(node.responses ?? {}).map(([status, response]) =>
    follow(document, response, joinPointer(pointer, 'responses', status)),
  );
  for (const { node: body } of [follow(document, node.requestBody, joinPointer(pointer, 'requestBody')), ...responses])
    for (const [key, media] of Object.entries<Json>(body?.content ?? {}))
      if (isUnwanted(buildContent(document, key, media))) delete body.content[key];
}

/** The name for a schema inside a component that several operations share: `NotFound` -> `NotFoundResponse`. */
function shared({ pointer }: Located, suffix: string): string | undefined {
  const name = /^#\/components\/[^/]+\/([^/]+)$/.exec(pointer)?.[1];
  return name && (name.endsWith(suffix) ? name : name + suffix);
}

export function buildBodies(
  document: OpenApiDocument,
  { node, pointer }: Located,
): Pick<Operation, 'bodies' | 'bodyRequired'> {
  const body = follow(document, node.requestBody, joinPointer(pointer, 'requestBody'));
  return { bodies: buildContents(document, body).map(inUtf8), bodyRequired: body.node?.required === true };
}

/** JavaScript writes texts in no other encoding. */
const inUtf8 = (content: Content): Content => ({
  ...content,
  mediaType: content.mediaType.replace(/;charset\s*=[^;]*/i, ';charset=UTF-8'),
});

/** The statuses of each class that HTTP names (IANA registry of status codes, which reserves 418). */
export const NAMED: Readonly<Record<string, number[]>> = {
  2: [200, 201, 202, 203, 204, 205, 206, 207, 208, 226],
  3: [300, 301, 302, 303, 304, 305, 307, 308],
  4: [...range(400, 418), 421, 422, 423, 424, 425, 426, 428, 429, 431, 451],
  5: [...range(500, 508), 510, 511],
};

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Responses by status; a range, `4XX`, stands for the statuses of its class that are not named themselves. */
function byStatus(responses: Record<string, Json>): [status: string, response: Json, key: string][] {
  // Interim answers (RFC 9110 section 15.2) never reach the caller of `fetch`.
  const final = Object.entries(responses).filter(([status]) => !/^1(\d\d|XX)$/i.test(status));
  return final.flatMap(([key, response]): [string, Json, string][] => {
    const named = /^[2-5]XX$/i.test(key) ? NAMED[key[0]!]! : [];
    if (named.length === 0) return [[key, response, key]];
    return named.flatMap((status) => (status in responses ? [] : [[String(status), response, key]]));
  });
}

/** @throws UnsupportedError for what is no status */
export function buildResponses(
  document: OpenApiDocument,
  { node, pointer }: Located,
  method: Operation['method'],
): Response[] {
  return byStatus(node.responses ?? {}).map(([status, entry, key]) => {
    const at = joinPointer(pointer, 'responses', key);
    if (status !== 'default' && !/^[2-5]\d\d$/.test(status)) {
      const message = `"${status}" is no status; write one from 200 to 599, a class such as 4XX, or default`;
      throw new UnsupportedError([{ pointer: at, message }]);
    }
    const response = follow(document, entry, at);
    return {
      status: status === 'default' ? status : Number(status),
      ...(/^2XX$/i.test(key) && { range: true as const }),
      ...(/XX$/i.test(key) && { class: key.toUpperCase() }),
      description: response.node.description ?? '',
      // RFC 9110 sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5: these have no content, whatever a description says.
      contents:
        method === 'HEAD' || ['204', '205', '304'].includes(status)
          ? []
          : buildContents(document, response).map((content) =>
              key.startsWith('2') ? maybeEmpty(document, content) : content,
            ),
      headers: buildHeaders(document, response),
    };
  });
}

/** @throws UnsupportedError when media types differ in their charset only and have different schemas */
function buildContents(document: OpenApiDocument, { node, pointer }: Located): Content[] {
  const found = new Map<string, Content>();
  for (const [key, media] of Object.entries<OpenApiDocument>(node?.content ?? {})) {
    const { 'x-stream': stream, 'x-twin-of': twinOf } = media;
    const built = { ...buildContent(document, key, media), ...(typeof twinOf === 'string' && { twinOf }) };
    const content: Content = stream === true && built.kind === 'binary' ? { ...built, stream } : built;
    const other = found.get(content.mediaType) ?? content;
    if (!isDeepStrictEqual(other, content)) {
      const message = `there is another ${content.mediaType} with a different schema; they cannot be told apart`;
      throw new UnsupportedError([{ pointer: joinPointer(pointer, 'content', key), message }]);
    }
    found.set(content.mediaType, content);
  }
  return [...found.values()];
}

function buildContent(
  document: OpenApiDocument,
  key: string,
  { schema, 'x-form': form, 'x-sequence': sequence }: OpenApiDocument,
): Content {
  const mediaType = wholeMediaType(key);
  const kind = mediaKind(key);
  if (sequence) return { mediaType, kind: 'sequence', schema: componentName(schema), sequence };
  if (form) return { mediaType: mediaTypeOf(key), kind: 'form', schema: componentName(schema), form };
  if (schema?.format === 'binary') return { mediaType, kind: 'binary' };
  // XML of which nothing is said, or only that it is an object, is handed through as text.
  if (kind === 'xml' && isText(schema)) return { mediaType, kind: 'text', raw: true };
  if (kind === 'xml' && saysNothing(follow(document, schema, '#').node)) return { mediaType, kind: 'text' };
  if (kind === 'xml' || kind === 'json') return { mediaType, kind, schema: componentName(schema!) };
  if (kind === 'text' && schema?.$ref !== undefined && isOfTexts(document, schema))
    return { mediaType, kind, textSchema: componentName(schema) };
  return { mediaType, kind };
}

function maybeEmpty(document: OpenApiDocument, content: Content): Content {
  const { kind, schema, twinOf } = content;
  if ((kind !== 'xml' && twinOf === undefined) || schema === undefined) return content;
  const node = document.components.schemas[schema];
  return requiresNothing(document, node) ? { ...content, empty: true } : content;
}

/** Reports whether a schema is an object with optional properties only. */
function requiresNothing(document: OpenApiDocument, schema: JsonSchema, depth = 0): boolean {
  if (depth > 100) return false;
  const { type, required = [], oneOf, anyOf, allOf = [] } = follow(document, schema, '#').node as JsonSchema;
  if ((type !== undefined && type !== 'object') || required.length > 0 || oneOf || anyOf) return false;
  return (
    (type === 'object' || allOf.length > 0) &&
    allOf.every((part: JsonSchema) => requiresNothing(document, part, depth + 1))
  );
}

/** Reports whether a schema restricts nothing, or only that the value is an object: as XML, that is any document. */
function saysNothing(schema: JsonSchema = {}): boolean {
  const said = Object.keys(schema).filter((key) => !ANNOTATIONS.has(key));
  return said.every((key) => key === 'xml') || (said.length === 1 && schema.type === 'object');
}

function componentName({ $ref }: JsonSchema): string {
  return splitPointer($ref).at(-1)!;
}
