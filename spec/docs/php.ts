import { apiBase, fileOf, mediaTypeOf, targetOf } from './curl.ts';
import { answers, type SampleRequest } from './request.ts';

/** A program that sends the request, after those that it takes; the key is in `API_KEY`. */
export function php(request: SampleRequest): string {
  const calls = [...(request.after ?? []), request].map((one) => call(one, one === request));
  return ['<?php', ...calls].join('\n\n');
}

function call(request: SampleRequest, isLast: boolean): string {
  const { body, mediaType, operation } = request;
  const lines = [
    `$request = curl_init('${apiBase}${targetOf(request)}');`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${operation.method}',`,
    "    CURLOPT_USERPWD => getenv('API_KEY') . ':',",
  ];
  if (mediaType) {
    lines.push(`    CURLOPT_HTTPHEADER => ['Content-Type: ${mediaTypeOf(mediaType)}'],`);
    lines.push(`    CURLOPT_POSTFIELDS => ${body ? text(body.text) : `file_get_contents('${fileOf(request)}')`},`);
  }
  lines.push(
    '    CURLOPT_FAILONERROR => true,',
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($request);',
    'if ($answer === false) throw new RuntimeException(curl_error($request));',
  );
  if (isLast && answers(operation)) lines.push('echo $answer;');
  return lines.join('\n');
}

const text = (value: string) =>
  value.includes('\n') || value.includes("'") ? `<<<'BODY'\n${value}\nBODY` : `'${value.replaceAll('\\', '\\\\')}'`;
