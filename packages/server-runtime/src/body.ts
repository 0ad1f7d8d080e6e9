import { type DecodeOptions, XmlError } from '@mailwright/xml-codec';
import type { Codec, ContentTable, OperationTable, SchemaFault } from './api.ts';
import { ApiError, badRequest } from './api-error.ts';
import { parseJson } from './json.ts';
import { andThen, type MaybePromise } from './maybe-promise.ts';
import { inRange, parseMediaType } from './media-type.ts';
import { header, type RawRequest } from './raw.ts';
import { actualFaults, describeFault } from './schema-fault.ts';
import { streamedBody } from './streams.ts';
import { decodeUtf8, isLegalText, show } from './text.ts';
import { tooLarge } from './too-large.ts';
import { isPacked, unpack } from './unpack.ts';

/** Properties of a body that are known before it is read. */
export interface Announced {
  content: ContentTable;
  /** Media type as sent by the client, or the default; for raw bytes including its parameters. */
  contentType: string;
  packed: boolean;
}

/**
 * The content of the operation that matches the request; undefined if there is no body or none is accepted.
 * @throws ApiError 415
 */
export function announcedContent(operation: OperationTable, request: RawRequest): Announced | undefined {
  const { bodies } = operation;
  const first = bodies[0];
  if (first === undefined || !hasBody(request)) return undefined;
  const packed = isPacked(request);
  const sent = header(request, 'content-type');
  if (sent === undefined || sent === '') return { content: first, contentType: first.mediaType, packed };
  const parsed = parseMediaType(sent);
  const named = (type: string) => bodies.find(({ mediaType }) => inRange(type, mediaType));
  const content = parsed && (named(parsed.type) ?? named(otherName.get(parsed.type) ?? ''));
  if (!parsed || !content) {
    throw unsupported(
      `Content-Type must be ${bodies.map((body) => body.mediaType).join(' or ')} but was ${show(sent)}`,
    );
  }
  const { charset } = parsed;
  if (content.kind !== 'binary' && charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw unsupported(`charset of Content-Type must be utf-8 but was ${show(charset)}`);
  }
  return { content, contentType: content.kind === 'binary' ? sent.trim() : parsed.type, packed };
}

/** Both mean the same (RFC 7303 section 9.2). */
const otherName = new Map([
  ['text/xml', 'application/xml'],
  ['application/xml', 'text/xml'],
]);

const hasBody = ({ body }: RawRequest): boolean =>
  body !== undefined && (typeof body === 'function' || body.length > 0);

const unsupported = (message: string): ApiError => new ApiError(415, message);

/** Options for reading bodies. */
export interface Reading {
  /** Maximum size in bytes. */
  maxBody: number;
  xml?: DecodeOptions | undefined;
  /** Reports the unknown members of a JSON body with a shape of this name. */
  members?: ((value: unknown, shape: string) => void) | undefined;
  /** Called before bytes are stored; may throw. */
  take(bytes: number): void;
}

/**
 * Reads, decodes and validates the body; undefined if an optional body is empty. `onBytes` receives the decompressed body.
 * @throws ApiError 400, 413
 */
export function readBody(
  operation: OperationTable,
  announced: Announced | undefined,
  request: RawRequest,
  reading: Reading,
  onBytes?: (bytes: Uint8Array) => void,
): MaybePromise<unknown> {
  const { maxBody, take } = reading;
  const { body } = request;
  if (announced?.content.stream) return streamedBody(request, announced.packed, maxBody);
  const bytes = typeof body === 'function' && announced ? body(maxBody, take) : body;
  return andThen(bytes, (all) => {
    if (!announced?.packed || !(all instanceof Uint8Array))
      return bodyValue(operation, announced, all, reading, onBytes);
    if (all.length > maxBody) throw tooLarge(maxBody);
    return unpack(all, maxBody, take).then((unpacked) => bodyValue(operation, announced, unpacked, reading, onBytes));
  });
}

function bodyValue(
  operation: OperationTable,
  announced: Announced | undefined,
  bytes: RawRequest['body'],
  reading: Reading,
  onBytes?: (bytes: Uint8Array) => void,
): unknown {
  if (!announced || !(bytes instanceof Uint8Array) || bytes.length === 0) {
    if (!operation.bodyRequired) return undefined;
    throw badRequest(`body is required, of type ${operation.bodies.map(({ mediaType }) => mediaType).join(' or ')}`);
  }
  if (bytes.length > reading.maxBody) throw tooLarge(reading.maxBody);
  onBytes?.(bytes);
  const value = decodeBody(announced.content, bytes, reading.xml);
  const { validate, root = 'body', shape } = announced.content;
  if (validate && !validate(value)) throw badRequest(describeBody(validate.errors ?? [], value, root));
  if (shape !== undefined) reading.members?.(value, shape);
  return value;
}

function decodeBody({ kind, codec }: ContentTable, bytes: Uint8Array, xml: DecodeOptions | undefined): unknown {
  if (kind === 'binary') return bytes;
  if (kind === 'xml' && codec) return decodeXml(codec, bytes, xml);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw badRequest('body must be UTF-8 text');
  if (kind === 'json') return parseJson(text);
  if (text.includes('\0')) throw badRequest('body must not contain NUL characters');
  if (!isLegalText(text)) throw badRequest('body must not contain control characters or lone surrogates');
  return text;
}

function decodeXml(codec: Codec, bytes: Uint8Array, xml: DecodeOptions | undefined): unknown {
  try {
    return codec.decode(bytes, xml);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    const { line, column, path, reason, message } = error;
    throw new ApiError(400, message, { validationErrors: [{ line, column, message: `${path}: ${reason}` }] });
  }
}

/** The error deepest in the document: of several alternatives, the one that matched furthest is most useful. */
function describeBody(faults: SchemaFault[], value: unknown, root: string): string {
  const deepest = actualFaults(faults).reduce((a, b) => (depth(b.instancePath) > depth(a.instancePath) ? b : a));
  return describeFault(deepest, value, root);
}

const depth = (pointer: string): number => pointer.split('/').length;
