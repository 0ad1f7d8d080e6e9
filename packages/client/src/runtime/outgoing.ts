import type { BinaryBody } from './body-codec.ts';
import { InputError } from './errors/unanswered.ts';
import { contentFor, isRange } from './media-type.ts';
import type { CallRequest } from './middleware.ts';
import type { Content, Input, Operation } from './operation.ts';
import { pathParameters } from './path-parameters.ts';
import type { Outgoing } from './transport.ts';

/** Sorts the input of a call into its places and encodes its body. Throws when the input cannot be sent. */
export function outgoing({ operation, input, headers: given, url }: CallRequest, signal: AbortSignal): Outgoing {
  const headers = new Headers(given);
  if (url) return { ...bare(operation, headers, signal), path: url.pathname + url.search, baseUrl: url.origin };

  const params: Outgoing['params'] = { path: pathParameters(operation, input), query: {}, header: {} };
  const joined = new Set<string>();
  for (const [name, place] of Object.entries(operation.params ?? {})) {
    const value = input[name];
    if (value === undefined || place === 'path') continue;
    if (place === 'header') params.header[name] = String(value);
    else params.query[name] = value;
    if (place === 'joined') joined.add(name);
  }
  return { ...bare(operation, headers, signal), params, joined, body: encodedBody(operation, input, headers) };
}

function bare({ id, method, path }: Operation, headers: Headers, signal: AbortSignal): Outgoing {
  const params = { path: {}, query: {}, header: {} };
  return { operationId: id, method, path, params, joined: new Set(), headers, body: undefined, signal };
}

function encodedBody(operation: Operation, input: Input, headers: Headers): BinaryBody | undefined {
  const { body } = input;
  if (body === undefined) return undefined;
  const content = chosenContent(operation, input);
  if (!headers.has('content-type')) headers.set('content-type', contentType(content, input));
  return content.codec.encode(body);
}

function chosenContent({ id, bodies = [] }: Operation, { contentType }: Input): Content {
  const content = contentFor(bodies, contentType);
  if (content) return content;
  if (!bodies.length) throw new InputError(id, `${id} takes no body`);
  const allowed = bodies.map(({ type }) => type).join(', ');
  throw new InputError(id, `contentType ${contentType} is not one that ${id} takes. Allowed: ${allowed}`);
}

function contentType(content: Content, { contentType, body }: Input): string {
  if (contentType) return contentType;
  if (!isRange(content.type)) return content.type;
  if (typeof body === 'string') return 'text/plain;charset=UTF-8';
  return (body instanceof Blob && body.type) || 'application/octet-stream';
}
