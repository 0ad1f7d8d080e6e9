import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import type { RawResponse } from './raw.ts';
import { fitsReusedMemory, inReusedMemory } from './reused-memory.ts';
import { isStream } from './streams.ts';

/** Sends an answer, at once when it is there. */
export function sendAnswer(to: ServerResponse, answer: MaybePromise<RawResponse>): void {
  if (isPromise(answer)) answer.then((later) => write(to, later));
  else write(to, answer);
}

function write(to: ServerResponse, { status, headers, body }: RawResponse): void {
  const lines: string[] = [];
  /** The length of what a GET would answer, of a HEAD. */
  let told = false;
  for (let i = 0; i < headers.length; i++) {
    const [name, value] = headers[i] as [string, string];
    lines.push(name, value);
    if (name.toLowerCase() === 'content-length') told = true;
  }
  if (isStream(body)) {
    to.writeHead(status, lines);
    // The client sees a connection that breaks off, for the status is gone.
    pipeline(Readable.from(body, { objectMode: false }), to, () => {});
    return;
  }
  const sent = typeof body === 'string' && fitsReusedMemory(body) ? inReusedMemory(body, to) : body;
  const length = sent === undefined ? 0 : Buffer.byteLength(sent);
  if (status !== 204 && status !== 304 && !told) lines.push('content-length', String(length));
  to.writeHead(status, lines);
  // A text of as many bytes as characters is ASCII, which goes out without being encoded.
  if (typeof sent === 'string') to.end(sent, length === sent.length ? 'latin1' : 'utf8');
  else to.end(sent);
}
