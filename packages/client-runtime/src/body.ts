import { contentFor, isRange } from './media-type.ts';
import type { EncodedBody, Input, Operation, RequestContent } from './operation.ts';

/**
 * Encodes the body of a call and sets its media type in the headers. Throws if the input cannot be encoded. A stream is
 * read until the signal aborts.
 */
export function encodeBody(
  operation: Operation,
  input: Input,
  headers: Headers,
  signal: AbortSignal,
): EncodedBody | undefined {
  if (input.body === undefined) return undefined;
  const content = chosenContent(operation, input);
  const body = content.encode(input.body);
  // The platform adds the boundary of a form.
  if (!headers.has('content-type') && !(body instanceof FormData))
    headers.set('content-type', isParts(body) ? body.type : contentType(content, input));
  if (body instanceof ReadableStream) return streamed(stoppable(body, signal));
  return body instanceof Blob && !isParts(body) ? streamed(body) : { body };
}

/** A form whose boundary is chosen. */
const isParts = (body: unknown): body is Blob => body instanceof Blob && body.type.startsWith('multipart/form-data;');

/** A body that is sent while it is read, so that it is never completely in memory. */
function streamed(body: ReadableStream | Blob): EncodedBody {
  return { body, duplex: 'half', redirect: refusesRedirects() ? 'error' : 'manual' };
}

/** Stops reading on abort, which Node's fetch does not. Throws for a stream that was already read. */
function stoppable(stream: ReadableStream, signal: AbortSignal): ReadableStream {
  const { body } = new Request('https://localhost', { method: 'POST', body: stream, duplex: 'half' });
  // Firefox has no streams in requests, and would send the text "[object ReadableStream]".
  if (!body) throw new Error('this runtime sends no streams; give a Blob or bytes');
  return body.pipeThrough(new TransformStream(), { signal });
}

/**
 * Node's fetch keeps everything it has sent, in case of a redirect, unless redirects are errors. Some workers do not
 * support this option, and keep nothing.
 */
function refusesRedirects(): boolean {
  try {
    return new Request('https://localhost', { redirect: 'error' }).redirect === 'error';
  } catch {
    return false;
  }
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
