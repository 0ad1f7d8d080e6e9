import type { SampleRequest } from './request.ts';

/** A file that everybody has who works with the repository or a package. */
export const bytesFile = 'package.json';
const base = 'https://localhost:8443/1.0';

/** Commands that send the request, after those that it takes; the key is in `$API_KEY`. */
export function curl(request: SampleRequest): string {
  return [...(request.after ?? []), request].map(command).join('\n\n');
}

function command({ operation, parameters, mediaType, body }: SampleRequest): string {
  const url = parameters.reduce(
    (path, { parameter, value }) => path.replace(`{${parameter.name}}`, encode(value)),
    base + operation.path,
  );
  const query = parameters
    .filter(({ parameter }) => parameter.in === 'query')
    .flatMap(({ parameter, value }) => [value].flat().map((item) => `${parameter.name}=${encode(item)}`));
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`;
  const lines = [`curl${method} '${url}${query.length > 0 ? '?' : ''}${query.join('&')}'`, `-u "$API_KEY:"`];
  if (!mediaType) return lines.join(' \\\n  ');
  lines.push(`-H 'Content-Type: ${mediaType === '*/*' ? 'application/octet-stream' : mediaType}'`);
  if (!body) return [...lines, `--data-binary @${bytesFile}`].join(' \\\n  ');
  return `${[...lines, '--data-binary @-'].join(' \\\n  ')} <<'END'\n${body.text}\nEND`;
}

const encode = (value: unknown) => encodeURIComponent(String(value)).replaceAll("'", '%27');
