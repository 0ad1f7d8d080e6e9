import { targetOf } from './curl.ts';
import type { SampleRequest } from './request.ts';

/** The request as it goes over the connection; the key is in place of `KEY`. */
export function plainHttp({ mediaType, body, ...request }: SampleRequest): string {
  const lines = [
    `${request.operation.method} /1.0${targetOf(request)} HTTP/1.1`,
    'Host: localhost:8443',
    'Authorization: Bearer KEY',
  ];
  if (!mediaType) return lines.join('\n');
  lines.push(`Content-Type: ${mediaType === '*/*' ? 'application/octet-stream' : mediaType}`);
  return `${lines.join('\n')}\n\n${body ? body.text : '… bytes …'}`;
}
