import type { SampleRequest } from './request.ts';

const base = 'https://localhost:8443/1.0';

/** A command that sends the request; the key is in `$API_KEY`. */
export function curl({ operation, parameters, mediaType, body }: SampleRequest): string {
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
  if (!body) return [...lines, '--data-binary @file'].join(' \\\n  ');
  return `${[...lines, '--data-binary @-'].join(' \\\n  ')} <<'END'\n${body.text}\nEND`;
}

const encode = (value: unknown) => encodeURIComponent(String(value)).replaceAll("'", '%27');
