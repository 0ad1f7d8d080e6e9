import type { DecodeOptions } from '@mailwright/xml-codec';
import type { MediaTypeAliases } from './accept.ts';
import type { ContentTable, OperationTable } from './api.ts';
import { ApiError, badRequest } from './api-error.ts';
import type { BodyUnderWay } from './bodies-under-way.ts';
import { type FindMembers, readValue } from './body-value.ts';
import { readFormBody } from './form-body.ts';
import { longBody, readLongBody } from './long-body.ts';
import { andThen, type MaybePromise } from './maybe-promise.ts';
import { essenceOf, generalisations, hasParameters, inRange, parametersOf, parseMediaType } from './media-type.ts';
import { header, type RawRequest } from './raw.ts';
import { readSequence } from './sequences.ts';
import { streamedBody } from './streams.ts';
import { show } from './text.ts';
import { tooLarge } from './too-large.ts';
import { isPacked, unpack } from './unpack.ts';

/** Properties of a body that are known before it is read. */
export interface Announced {
  content: ContentTable;
  /** Media type as sent by the client, or the default; for raw bytes including its parameters. */
  contentType: string;
  packed: boolean;
  /** Content-Type with its parameters, such as the boundary of a form. */
  sent?: string;
  /** Name of the encoding of an XML document, if it is another one than UTF-8. */
  encoding?: string;
}

/**
 * The content of the operation that matches the request; undefined if there is no body or none is accepted. `encoding` is
 * the option for XML: with it, the charset of the header is accepted.
 * @throws ApiError 415
 */
export function announcedContent(
  operation: OperationTable,
  request: RawRequest,
  encoding?: string,
  otherNames?: MediaTypeAliases,
): Announced | undefined {
  const { bodies } = operation;
  const first = bodies[0];
  const sent = header(request, 'content-type');
  if (first === undefined || (!hasBody(request) && !isEmptyBody(operation, request, sent))) return undefined;
  const packed = isPacked(request);
  if (sent === undefined || sent === '') return { content: first, contentType: first.mediaType, packed };
  const parsed = parseMediaType(sent);
  // The most specific one, wherever it stands (OpenAPI 3.1.1, "Request Body Object").
  const named = (type: string) =>
    bodies.find(({ mediaType }) => isExactly(mediaType, sent)) ??
    bodies.find(({ mediaType }) => essenceOf(mediaType) === type) ??
    bodies.find(({ mediaType }) => mediaType !== '*/*' && inRange(type, mediaType)) ??
    bodies.find(({ mediaType }) => inRange(type, mediaType));
  const content =
    parsed &&
    (named(parsed.type) ??
      named(otherNames?.(parsed.type) ?? '') ??
      bodies.find(({ mediaType }) => generalisations(mediaType).includes(parsed.type)) ??
      named(otherName.get(parsed.type) ?? ''));
  if (!parsed || !content) {
    throw unsupported(
      `Content-Type must be ${bodies.map((body) => body.mediaType).join(' or ')} but was ${show(sent)}`,
    );
  }
  const { charset } = parsed;
  if (content.kind !== 'binary' && charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    // It comes before what the document says of itself (RFC 7303, section 3).
    if (content.kind === 'xml' && encoding !== undefined && isEncoding(charset))
      return { content, contentType: parsed.type, packed, encoding: charset };
    throw unsupported(`charset of Content-Type must be utf-8 but was ${show(charset)}`);
  }
  const meant = content.mediaType.includes('*') ? parsed.type : content.mediaType;
  return { content, contentType: content.kind === 'binary' ? sent.trim() : meant, packed, sent };
}

/** A media type with parameters, all of which were sent. */
const isExactly = (mediaType: string, sent: string): boolean =>
  mediaType.includes(';') && essenceOf(mediaType) === essenceOf(sent) && hasParameters(sent, parametersOf(mediaType));

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}

/** Reports whether a request without content sends a body of no bytes: it says what it sends, and that it has none. */
function isEmptyBody({ bodies }: OperationTable, request: RawRequest, sent: string | undefined): boolean {
  const isSaid = header(request, 'content-length') === '0' && sent !== undefined;
  return isSaid && bodies.some((body) => mayBeEmpty(body) && inRange(essenceOf(sent), essenceOf(body.mediaType)));
}

/** A file, a form in which nothing is filled in, or a text that may have no characters. */
function mayBeEmpty({ kind, mediaType, validate }: ContentTable): boolean {
  if (kind === 'text') return !/[/+]xml\b/.test(mediaType) && (validate?.('') ?? true);
  return kind === 'binary' || (kind === 'form' && mediaType !== 'multipart/form-data');
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
  members?: FindMembers | undefined;
  underWay: BodyUnderWay;
}

/**
 * Reads, decodes and validates the body; undefined if an optional body is empty. `onBytes` receives the decompressed body.
 * @throws ApiError 400, 413, 503
 */
export function readBody(
  operation: OperationTable,
  announced: Announced | undefined,
  request: RawRequest,
  reading: Reading,
  onBytes?: (bytes: Uint8Array) => void,
): MaybePromise<unknown> {
  const { maxBody, underWay } = reading;
  const { take } = underWay;
  const { body } = request;
  if (announced?.content.sequence)
    return readSequence(announced.content, streamedBody(request, announced.packed, maxBody), maxBody);
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
): MaybePromise<unknown> {
  if (!announced || !(bytes instanceof Uint8Array) || bytes.length === 0) {
    if (announced?.content.kind === 'binary') return new Uint8Array();
    if (announced?.content.kind === 'text' && mayBeEmpty(announced.content)) return '';
    if (announced?.content.form) return readFormBody(announced.content, new Uint8Array(), announced.contentType);
    if (!operation.bodyRequired) return undefined;
    throw badRequest(`body is required, of type ${operation.bodies.map(({ mediaType }) => mediaType).join(' or ')}`);
  }
  if (bytes.length > reading.maxBody) throw tooLarge(reading.maxBody);
  onBytes?.(bytes);
  if (announced.content.form) return readFormBody(announced.content, bytes, announced.sent ?? announced.contentType);
  const own =
    announced.encoding === undefined ? reading : { ...reading, xml: { ...reading.xml, encoding: announced.encoding } };
  return bytes.length < longBody
    ? readValue(announced.content, bytes, own)
    : readLongBody(announced.content, bytes, own);
}
