import type { BinaryBody } from './body-codec.ts';
import { contentFor, isRange } from './media-type.ts';
import type { Input, Operation, RequestContent } from './operation.ts';

/** Encodes the body of a call and names its media type in the headers. Throws when the input has no such form. */
export function encodeBody(operation: Operation, input: Input, headers: Headers): BinaryBody | undefined {
  if (input.body === undefined) return undefined;
  // Firefox has no streams in requests, and would send the text "[object ReadableStream]".
  if (input.body instanceof ReadableStream && !('body' in Request.prototype)) {
    throw new Error('this runtime sends no streams; give a Blob or bytes');
  }
  const content = chosenContent(operation, input);
  if (!headers.has('content-type')) headers.set('content-type', contentType(content, input));
  return content.encode(input.body);
}

function chosenContent({ bodies = [] }: Operation, { contentType }: Input): RequestContent {
  const content = contentFor(bodies, contentType);
  if (content) return content;
  throw new Error(`contentType must be ${bodies.map(({ type }) => type).join(' or ')}, not ${contentType}`);
}

function contentType({ type }: RequestContent, { contentType, body }: Input): string {
  if (contentType) return contentType;
  if (!isRange(type)) return type;
  if (typeof body === 'string') return 'text/plain;charset=UTF-8';
  return (body instanceof Blob && body.type) || 'application/octet-stream';
}
