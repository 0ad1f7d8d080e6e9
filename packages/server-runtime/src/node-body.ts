import type { IncomingMessage } from 'node:http';
import { badRequest } from './api-error.ts';
import type { BodyReader } from './raw.ts';
import { tooLarge } from './too-large.ts';

/** Reader of the body of a Node request; undefined when it has none. Nothing is read before it is called. */
export function nodeBody(message: IncomingMessage): BodyReader | undefined {
  const length = message.headers['content-length'];
  const chunked = message.headers['transfer-encoding'] !== undefined;
  if (!chunked && (length === undefined || length === '0')) return undefined;
  return (limit) => (Number(length) > limit ? Promise.reject(tooLarge(limit)) : collect(message, limit));
}

/** What is beyond the limit is thrown away as it comes, so that the client gets the answer and the connection lives on. */
function collect(message: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        reject(tooLarge(limit));
      }
    });
    message.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    message.on('error', () => reject(badRequest('body ended early')));
    message.on('close', () => reject(badRequest('body ended early')));
  });
}
