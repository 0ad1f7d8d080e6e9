import type { Connection, Service } from './connection.ts';
import type { CallError } from './errors/call-error.ts';
import { statusError } from './errors/classify.ts';
import { DecodeError } from './errors/decode-error.ts';
import { codeOf, idOf, messageOf } from './errors/document.ts';
import { ConnectionError } from './errors/unanswered.ts';
import { contentFor, isRange } from './media-type.ts';
import type { AnswerContent, Operation } from './operation.ts';
import type { Failure, Ok } from './result.ts';
import type { XmlOptions } from './xml-options.ts';

/** Reads a response to its end and returns success or failure. Throws a `DecodeError` for a success that cannot be decoded. */
export async function readAnswer(
  { service, xml, errorMessage }: Pick<Connection, 'service' | 'xml'> & Partial<Pick<Connection, 'errorMessage'>>,
  operation: Operation,
  response: Response,
  url: string,
): Promise<Ok<number, unknown> | Failure<number, CallError>> {
  const body = await bytes(operation, response);
  const { ok, status, headers } = response;
  const { [status]: documented, 200: whole, success, failure = [] } = operation.responses;
  // A part of what a range asks for is read like the whole (RFC 9110, 15.3.7).
  const contents = documented ?? (ok ? (status === 206 ? (whole ?? success) : success) : failure);
  const common = { status, headers, requestId: requestIdOf(headers, service) };
  const facts = () => ({ ...common, operationId: operation.id, rawBody: new TextDecoder().decode(body) });
  if (ok && contents) {
    try {
      const isNothing = contents.length === 0 || (body.length === 0 && contents.some(({ empty }) => empty));
      const data = isNothing ? undefined : decoded(contents, headers, body, xml);
      const answer = { ...common, ok, data: paged(operation, data, headers), error: undefined, response };
      return { ...answer, ...operation.headers?.(common) };
    } catch (cause) {
      throw new DecodeError(facts(), cause as Error);
    }
  }
  const document = errorDocument(contents ?? failure, headers, body, xml);
  const message =
    errorMessage?.(document, operation) ?? messageOf(document) ?? `HTTP ${status} ${response.statusText}`.trim();
  const error = statusError(
    { ...facts(), message, code: codeOf(document), requestId: common.requestId ?? idOf(document), document },
    { url, sealed: operation.sealed },
    service.errors,
  );
  return { ...common, ok: false, data: undefined, error, response };
}

function paged({ page, paging }: Operation, data: unknown, headers: Headers): unknown {
  return page ? page(data, headers, paging!) : data;
}

export function requestIdOf(headers: Headers, { requestId }: Service): string | undefined {
  return (requestId && headers.get(requestId)) || undefined;
}

/** An unreadable error document is ignored, because the status is more useful; `rawBody` contains it. */
function errorDocument(
  contents: readonly AnswerContent[],
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  xml: XmlOptions | undefined,
): unknown {
  try {
    return body.length ? decoded(contents, headers, body, xml) : undefined;
  } catch {
    return undefined;
  }
}

function decoded(
  contents: readonly AnswerContent[],
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  xml: XmlOptions | undefined,
): unknown {
  const type = headers.get('content-type') ?? undefined;
  // For a media type range, services often send `application/octet-stream`.
  const unnamed = type?.startsWith('application/octet-stream')
    ? contents.find((each) => isRange(each.type))
    : undefined;
  const content = contentFor(contents, type) ?? unnamed;
  if (content) return content.decode(body, xml?.encoding ? { ...xml, encoding: charsetOf(type) ?? xml.encoding } : xml);
  throw new Error(`its type is ${type}, not ${contents.map((each) => each.type).join(' or ')}`);
}

/** The encoding of a document by its header, which counts more than what the document says (RFC 7303, 3). */
const charsetOf = (type: string | undefined): string | undefined => /charset="?([^\s";]+)/i.exec(type ?? '')?.[1];

async function bytes({ id }: Operation, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new ConnectionError(id, 'The connection broke before the answer was complete', cause);
  }
}
