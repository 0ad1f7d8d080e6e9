import { literal } from './literal.ts';
import type { SampleRequest } from './request.ts';

/** A call of the client that sends the request. */
export function typescript({ operation, parameters, mediaType, body }: SampleRequest): string {
  const input: Record<string, unknown> = {};
  for (const { parameter, value } of parameters) input[parameter.name] = value;
  if (body) input.body = body.value;
  let text = Object.keys(input).length > 0 ? literal(input) : '';
  if (mediaType && !body) text = `${text.slice(0, -2)}, body: await readFile('file') }`;
  const success = operation.responses.find(({ status }) => status !== 'default' && status < 300);
  const left = operation.paging ? 'const { items, total } = ' : success?.contents.length ? 'const data = ' : '';
  return `${left}await client.${operation.group}.${operation.clientName}(${text}).orThrow();`;
}
