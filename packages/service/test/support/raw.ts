import { request } from 'node:https';
import type { TestService } from './service.ts';

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Names of headers as they were sent. */
  names: string[];
  body: string;
}

export interface RawCall {
  method?: string;
  /** Below `/1.0`, with its query string. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A request as the bytes say, past every check that the typed client would make. */
export function callRaw(
  service: TestService,
  { method = 'GET', path, headers = {}, body }: RawCall,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const options = { method, ca: service.cert, headers: { authorization: `Bearer ${service.key}`, ...headers } };
    const call = request(`${service.origin}/1.0${path}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          names: response.rawHeaders.filter((_, index) => index % 2 === 0),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    // A server that refuses a long body may end the connection before it is sent whole.
    call.on('error', (error) => reject(error));
    call.end(body);
  });
}

/** The message of an error document, in XML or JSON. */
export function messageOf({ body }: RawAnswer): string {
  if (body.startsWith('{"message":')) return (JSON.parse(body) as { message: string }).message;
  const message = /^(?:<\?xml[^>]*\?>\s*)?<error><message>(.*?)<\/message>/s.exec(body)?.[1];
  if (message === undefined) throw new Error(`Not an error document: ${body.slice(0, 500)}`);
  return message.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
