import type { BinaryBody } from './body-codec.ts';
import { InputError } from './errors/unanswered.ts';
import { contentFor, isRange } from './media-type.ts';
import type { Input, Operation, RequestContent } from './operation.ts';

/** Encodes the body of a call and names its media type in the headers. */
export function encodedBody(operation: Operation, input: Input, headers: Headers): BinaryBody | undefined {
  if (input.body === undefined) return undefined;
  const content = chosenContent(operation, input);
  if (!headers.has('content-type')) headers.set('content-type', contentType(content, input));
  return content.encode(input.body);
}

function chosenContent({ id, bodies = [] }: Operation, { contentType }: Input): RequestContent {
  const content = contentFor(bodies, contentType);
  if (content) return content;
  const allowed = bodies.map(({ type }) => type).join(', ');
  throw new InputError(
    id,
    allowed ? `contentType ${contentType} is not one that ${id} takes. Allowed: ${allowed}` : `${id} takes no body`,
  );
}

function contentType({ type }: RequestContent, { contentType, body }: Input): string {
  if (contentType) return contentType;
  if (!isRange(type)) return type;
  if (typeof body === 'string') return 'text/plain;charset=UTF-8';
  return (body instanceof Blob && body.type) || 'application/octet-stream';
}
