import { mediaKind, type Operation, type Response } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { IHttpResponse } from '../contract/prism.ts';
import { header, type ReceivedResponse, type SentRequest } from '../exchange/exchange.ts';
import { findContent, isInRange, readBody } from './document.ts';
import { breach, type Finding } from './finding.ts';

/** An answer in the form that Prism reads, and what could not be brought into that form. */
export interface ReadResponse {
  /** Without body and Content-Type when there is no body that Prism could judge. */
  response: IHttpResponse;
  findings: Finding[];
}

/** The response object that documents a status. */
export function documented({ responses }: Operation, status: number): Response | undefined {
  return (
    responses.find((response) => response.status === status) ??
    responses.find((response) => response.status === 'default')
  );
}

/** The body of an answer as a value, also of one that is not documented; undefined when it has none that can be read. */
export function readAnswer(
  contract: Contract,
  operation: Operation,
  { status, headers, body }: ReceivedResponse,
): unknown {
  if (body.length === 0) return undefined;
  const sent = header(headers, 'content-type') ?? '';
  const content = findContent(documented(operation, status)?.contents ?? [], sent);
  if (!content) return mediaKind(sent) === 'json' ? parsed(body) : undefined;
  // What breaks its schema may still tell an id.
  for (const side of ['response', 'broken'] as const) {
    const read = readBody(contract, content, sent, side, body);
    if ('value' in read) return read.value;
  }
  return undefined;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

export function readResponse(
  contract: Contract,
  documentation: Response,
  request: SentRequest,
  received: ReceivedResponse,
): ReadResponse {
  const headers = Object.fromEntries(
    received.headers.map(([name]) => [name.toLowerCase(), header(received.headers, name)!]),
  );
  const sent = headers['content-type'];
  delete headers['content-type'];
  const { contents } = documentation;
  const response: IHttpResponse = { statusCode: received.status, headers };
  const unreadable = (...findings: Finding[]): ReadResponse => ({ response, findings });

  if (received.bodyLost) {
    const isWrong = sent !== undefined && contents.length > 0 && !findContent(contents, sent);
    return unreadable(...(isWrong ? [undocumentedType(sent, contents)] : []));
  }
  if (received.body.length === 0 || request.method === 'HEAD') {
    const missing = contents.length > 0 && request.method !== 'HEAD' && contents.every(({ kind }) => kind !== 'text');
    return unreadable(...(missing ? [breach('body', `The response has no body; expected ${names(contents)}`)] : []));
  }
  // Of errors, descriptions commonly say no more than that they are there.
  if (contents.length === 0 && received.status >= 400) return unreadable();
  if (contents.length === 0) return unreadable(breach('body', 'The response has a body, but none is documented'));
  const content = sent === undefined ? undefined : findContent(contents, sent);
  if (sent === undefined || !content) {
    return unreadable(undocumentedType(sent, contents));
  }
  const read = readBody(contract, content, sent, 'response', received.body);
  if ('rule' in read) return unreadable(breach(read.rule, `Response body: ${read.message}`));
  return {
    response: { ...response, headers: { ...headers, 'content-type': read.mediaType }, body: read.value },
    findings: unacceptable(request, received.status, sent),
  };
}

const undocumentedType = (sent: string | undefined, contents: { mediaType: string }[]): Finding =>
  breach('media-type', `Content-Type is ${sent ?? 'missing'}; documented: ${names(contents)}`);

/** A successful answer must be of a type that the request accepts; an error may be of another one. */
function unacceptable({ headers }: SentRequest, status: number, sent: string): Finding[] {
  const accept = header(headers, 'accept');
  if (accept === undefined || accept.trim() === '' || status >= 300) return [];
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  const mediaType = sent.toLowerCase().split(';')[0]!.trim();
  // Servers may call one and the same type by a more general name: application/xml for application/vnd.x+xml.
  const general = mediaType.replace(/\/.*\+(xml|json)$/, '/$1');
  const accepted = ranges.some(([range = '']) => isInRange(mediaType, range) || isInRange(general, range));
  return accepted ? [] : [breach('media-type', `Content-Type is ${sent}, but the request accepts only ${accept}`)];
}

const names = (contents: { mediaType: string }[]) => contents.map(({ mediaType }) => mediaType).join(' or ');
