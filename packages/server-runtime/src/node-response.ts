import type { ServerResponse } from 'node:http';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import type { RawResponse } from './raw.ts';
import { fitsReusedMemory, inReusedMemory } from './reused-memory.ts';
import { isStream } from './streams.ts';

/** Sends a response, immediately if it is not a promise. */
export function sendAnswer(to: ServerResponse, answer: MaybePromise<RawResponse>): void {
  if (isPromise(answer)) answer.then((later) => write(to, later));
  else write(to, answer);
}

function write(to: ServerResponse, { status, headers, body }: RawResponse): void {
  const lines: string[] = [];
  /** For HEAD: the length of the response that a GET would return. */
  let told = false;
  for (let i = 0; i < headers.length; i++) {
    const [name, value] = headers[i] as [string, string];
    lines.push(name, value);
    if (name.toLowerCase() === 'content-length') told = true;
  }
  if (isStream(body)) {
    to.writeHead(status, lines);
    // Not imported, because bundlers for workers and browsers resolve the imports of this file too.
    const { pipeline, Readable } = process.getBuiltinModule('node:stream');
    // Closing the connection is the only way to report an error, because the status was already sent.
    pipeline(Readable.from(body, { objectMode: false }), to, () => {});
    return;
  }
  const sent = typeof body === 'string' && fitsReusedMemory(body) ? inReusedMemory(body, to) : body;
  const length = sent === undefined ? 0 : Buffer.byteLength(sent);
  if (status !== 204 && status !== 304 && !told) lines.push('Content-Length', String(length));
  to.writeHead(status, lines);
  // A text with as many bytes as characters is ASCII and needs no encoding.
  const encoding = typeof sent === 'string' && length === sent.length ? 'latin1' : 'utf8';
  if (closesEarly(to)) endAfterRequest(to, sent, encoding);
  else if (sent === undefined) to.end();
  else to.end(sent, encoding);
}

/** Reports whether Node would close the connection after the response although parts of the request are still to come. */
const closesEarly = (to: ServerResponse): boolean => !to.shouldKeepAlive && !to.req.complete;

/**
 * Sends the response at once but ends it only after the client has sent the whole request, the rest of which is discarded.
 * Closing a connection with unread bytes resets it, and a client that is still sending then loses the response.
 */
function endAfterRequest(to: ServerResponse, sent: string | Uint8Array | undefined, encoding: 'latin1' | 'utf8'): void {
  if (sent === undefined) to.flushHeaders();
  else to.write(sent, encoding);
  const { req } = to;
  req.once('end', () => to.end());
  req.once('error', () => to.end());
  req.once('close', () => to.end());
  req.resume();
}
