import { charsetOf } from './body-codec.ts';
import type { Connection, Service } from './connection.ts';
import type { CallError } from './errors/call-error.ts';
import { statusError } from './errors/classify.ts';
import { DecodeError } from './errors/decode-error.ts';
import { codeOf, idOf, messageOf } from './errors/document.ts';
import { ConnectionError } from './errors/unanswered.ts';
import { readUndescribed } from './errors/undescribed.ts';
import { contentFor } from './media-type.ts';
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
      const mayBeNothing = status === 204 || status === 205 || contents.some(({ empty }) => empty);
      const isNothing = contents.length === 0 || (body.length === 0 && mayBeNothing);
      const data = isNothing ? undefined : decoded(contents, headers, body, xml);
      const answer = { ...common, ok, data: paged(operation, data, headers), error: undefined, response };
      return { ...answer, ...operation.headers?.(common) };
    } catch (cause) {
      throw new DecodeError(facts(), cause as Error);
    }
  }
  const described = contents ?? failure;
  const document = errorDocument(described, headers, body, xml);
  const more = facts();
  const readable = document ?? readUndescribed(more.rawBody, headers.get('content-type'), service.readXml);
  const message =
    errorMessage?.(readable, operation) ?? messageOf(readable) ?? `HTTP ${status} ${response.statusText}`.trim();
  const error = statusError(
    {
      ...more,
      message,
      code: codeOf(readable),
      requestId: common.requestId ?? idOf(readable),
      // A document of another form than the description gives it would contradict its type.
      document: described.length ? document : readable,
    },
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
  // A file is one whatever its type. For a range or a text, services often send `application/octet-stream`.
  const other = contents.find((each) => each.decode.reads?.test(type ?? each.type));
  const content = contentFor(contents, type) ?? other;
  if (content) {
    // The header counts more than what a document says of itself (RFC 7303, 3).
    const options = xml?.encoding ? { ...xml, encoding: charsetOf(type) ?? xml.encoding } : xml;
    return content.decode(body, options, `${type};${content.type}`);
  }
  throw new Error(`its type is ${type}, not ${contents.map((each) => each.type).join(' or ')}`);
}

async function bytes({ id }: Operation, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new ConnectionError(id, 'The connection broke before the answer was complete', cause);
  }
}
