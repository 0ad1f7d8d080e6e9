import type { SampleRequest } from './request.ts';

/** File that a snippet sends; everybody who works with the repository or a package has the default. */
export const fileOf = ({ file = 'package.json' }: Pick<SampleRequest, 'file'>) => file;
/** Address of the API in snippets. */
export const apiBase = 'https://localhost:8443/1.0';

/** Where requests go, and the option of curl that gives the key. */
const service = { base: apiBase, login: '-u "$API_KEY:"' };

/** Commands that send the request, after those that it takes. */
export function curl(request: SampleRequest, target = service): string {
  return [...(request.after ?? []), request].map((each) => command(each, target)).join('\n\n');
}

function command({ mediaType, body, ...request }: SampleRequest, { base, login }: typeof service): string {
  const { method } = request.operation;
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} '${base}${targetOf(request)}'`, login];
  if (!mediaType) return lines.join(' \\\n  ');
  lines.push(`-H 'Content-Type: ${mediaTypeOf(mediaType)}'`);
  if (!body) return [...lines, `--data-binary @${fileOf(request)}`].join(' \\\n  ');
  return `${[...lines, '--data-binary @-'].join(' \\\n  ')} <<'END'\n${body.text}\nEND`;
}

/** The media type that a snippet sends. */
export const mediaTypeOf = (mediaType: string) => (mediaType === '*/*' ? 'application/octet-stream' : mediaType);

/** Path and query of a request, below the address of the API. */
export function targetOf({ operation, parameters }: Pick<SampleRequest, 'operation' | 'parameters'>): string {
  const path = parameters.reduce(
    (text, { parameter, value }) => text.replace(`{${parameter.name}}`, encode(value)),
    operation.path,
  );
  const query = parameters
    .filter(({ parameter }) => parameter.in === 'query')
    .flatMap(({ parameter, value }) => [value].flat().map((item) => `${parameter.name}=${encode(item)}`));
  return `${path}${query.length > 0 ? '?' : ''}${query.join('&')}`;
}

const encode = (value: unknown) => encodeURIComponent(String(value)).replaceAll("'", '%27');
