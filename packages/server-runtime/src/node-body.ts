import type { IncomingMessage } from 'node:http';
import { badRequest } from './api-error.ts';
import type { BodyReader } from './raw.ts';
import { tooLarge } from './too-large.ts';

/** Reader of the body of a Node request; undefined when it has none. Nothing is read before it is called. */
export function nodeBody(message: IncomingMessage): BodyReader | undefined {
  const length = message.headers['content-length'];
  const chunked = message.headers['transfer-encoding'] !== undefined;
  if (!chunked && (length === undefined || length === '0')) return undefined;
  const whole: BodyReader = async (limit, take = () => {}) => {
    if (Number(length) > limit) throw tooLarge(limit);
    if (chunked) return collect(message, limit, take);
    take(Number(length));
    return collect(message, limit, () => {});
  };
  return Object.assign(whole, { stream: () => pieces(message) });
}

/** If the handler stops reading, the rest is discarded, and the connection stays usable. */
async function* pieces(message: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* message.iterator({ destroyOnReturn: false });
  } finally {
    message.resume();
  }
}

/** Discards bytes beyond the limit, so that the client gets the response and the connection stays usable. */
function collect(message: IncomingMessage, limit: number, take: (bytes: number) => void): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refused = false;
    message.on('data', (chunk: Buffer) => {
      if (refused) return;
      size += chunk.length;
      try {
        if (size > limit) throw tooLarge(limit);
        take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        refused = true;
        chunks.length = 0;
        reject(error);
      }
    });
    message.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    message.on('error', () => reject(badRequest('body ended early')));
    message.on('close', () => reject(badRequest('body ended early')));
  });
}
