import { apiBase, fileOf, mediaTypeOf, targetOf } from './curl.ts';
import { answers, type SampleRequest } from './request.ts';

/** A program for `requests` that sends the request, after those that it takes; the key is in `API_KEY`. */
export function python(request: SampleRequest): string {
  const calls = [...(request.after ?? []), request].map((one) => call(one, one === request));
  return ['import os\n\nimport requests', ...calls].join('\n\n');
}

function call(request: SampleRequest, isLast: boolean): string {
  const { body, mediaType, operation } = request;
  const lines = [
    `response = requests.${operation.method.toLowerCase()}(`,
    `    '${apiBase}${targetOf(request)}',`,
    "    auth=(os.environ['API_KEY'], ''),",
  ];
  if (mediaType) {
    lines.push(`    headers={'Content-Type': '${mediaTypeOf(mediaType)}'},`);
    lines.push(`    data=${body ? `${text(body.text)}.encode()` : `open('${fileOf(request)}', 'rb')`},`);
  }
  lines.push(')', 'response.raise_for_status()');
  if (isLast && answers(operation)) lines.push('print(response.text)');
  return lines.join('\n');
}

const text = (value: string) =>
  value.includes('\n') || value.includes("'")
    ? `"""${value.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')}"""`
    : `'${value.replaceAll('\\', '\\\\')}'`;
