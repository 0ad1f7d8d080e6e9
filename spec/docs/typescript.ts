import { apiBase, fileOf } from './curl.ts';
import { literal } from './literal.ts';
import { answers, type SampleRequest } from './request.ts';

/** A program that sends the request, after those that it takes; the key is in `API_KEY`. */
export function typescript(request: SampleRequest): string {
  const calls = [...(request.after ?? []).map((before) => call(before, false)), call(request, true)];
  const readsFile = calls.some((text) => text.includes('readFile('));
  return [
    ...(readsFile ? ["import { readFile } from 'node:fs/promises';"] : []),
    "import { createClient } from '@mailwright/client';",
    '',
    `const client = createClient({ baseUrl: '${apiBase}', apiKey: process.env.API_KEY! });`,
    '',
    ...calls,
  ].join('\n');
}

/** @param shows whether the answer is printed */
function call(request: SampleRequest, shows: boolean): string {
  const { operation, parameters, mediaType, body } = request;
  const input: Record<string, unknown> = {};
  for (const { parameter, value } of parameters) input[parameter.name] = value;
  if (body) input.body = body.value;
  let text = Object.keys(input).length > 0 ? literal(input) : '';
  if (mediaType && !body) {
    const file = `body: await readFile('${fileOf(request)}')`;
    text = text === '' ? `{ ${file} }` : `${text.slice(0, -2)}, ${file} }`;
  }
  const made = `await client.${operation.group}.${operation.clientName}(${text}).orThrow();`;
  if (!shows || !answers(operation)) return made;
  return operation.paging
    ? `const { items, total } = ${made}\nconsole.log(total, items);`
    : `const data = ${made}\nconsole.log(data);`;
}
