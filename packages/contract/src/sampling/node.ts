import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type Copy, copyOf } from '../exchange/copy.ts';
import {
  bodyOrLost,
  type Exchange,
  type HeaderLines,
  header,
  isBodiless,
  isUsuallyBodiless,
} from '../exchange/exchange.ts';
import { pairs } from '../exchange/incoming.ts';

/** A request as Node's servers give it, with what frameworks add to it. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

const EMPTY = new Uint8Array();

/** Gets an exchange when its answer has been sent; there is none if it never was as a whole. */
export type Take = (read: () => Exchange | undefined) => void;

/** Copies what passes between a client and a server of Node while it passes. Nothing is read, delayed or changed. */
export function watchNode(incoming: NodeRequest, outgoing: NodeResponse, most: number, take: Take): void {
  const { method = 'GET' } = incoming;
  const url = addressOf(incoming);
  const headers = pairs(incoming.rawHeaders).filter(([name]) => !name.startsWith(':'));
  const sent = watchRequest(incoming, most);
  const received = watchResponse(outgoing, most);
  let isSent = false;
  outgoing.once('finish', () => {
    isSent = true;
  });
  outgoing.once('close', () => {
    take(() => {
      if (!isSent || url === undefined) return undefined;
      const request = { method, url, headers: sent.headers(headers), ...bodyOrLost(sent.body()) };
      return { request, response: received(method) };
    });
  });
}

/** Absolute address; `undefined` for targets that are none, such as `*`. */
function addressOf(incoming: NodeRequest): string | undefined {
  const { headers, socket } = incoming;
  // Frameworks take the prefix of a router away.
  const { originalUrl } = incoming as { originalUrl?: unknown };
  const target = typeof originalUrl === 'string' ? originalUrl : (incoming.url ?? '/');
  if (!target.startsWith('/')) return URL.canParse(target) ? target : undefined;
  const protocol = socket && 'encrypted' in socket ? 'https:' : 'http:';
  const origin = `${protocol}//${headers[':authority'] ?? headers.host ?? 'localhost'}`;
  // A client can write anything into `Host`.
  const url = (URL.canParse(origin) ? new URL(origin).origin : 'http://localhost') + target;
  return URL.canParse(url) ? url : undefined;
}

/**
 * Copies the body as others read it: `data` is emitted for each chunk, however they do. To listen for it would start the stream
 * before they do.
 */
function watchRequest(incoming: NodeRequest, most: number) {
  const copy = copyOf(most);
  const wasRead = incoming.readableDidRead;
  let isWhole = !hasBody(incoming);
  if (!isWhole && !wasRead) {
    const { emit } = incoming;
    incoming.emit = function (this: NodeRequest, event: string | symbol, ...args: unknown[]) {
      if (event === 'data') addTo(copy, args[0], incoming.readableEncoding);
      else if (event === 'end') isWhole = true;
      return emit.call(this, event as string, ...args);
    };
  }
  const kept = () => (wasRead && !isWhole ? parsedBytes(incoming) : undefined);
  return {
    body: (): Uint8Array | undefined => (isWhole ? copy.whole() : kept()),
    /** Parsers that keep the bytes have unpacked them. */
    headers: (lines: HeaderLines): HeaderLines => (kept() ? withoutCoding(lines) : lines),
  };
}

function hasBody({ headers, httpVersionMajor, method = 'GET' }: NodeRequest): boolean {
  const length = headers['content-length'];
  if (length !== undefined) return length !== '0';
  return httpVersionMajor < 2 ? headers['transfer-encoding'] !== undefined : !isUsuallyBodiless(method);
}

/** The bytes of a body that a parser has read before, if it keeps them; a parsed value may have been changed since. */
function parsedBytes(incoming: NodeRequest): Uint8Array | undefined {
  const { rawBody, body } = incoming as { rawBody?: unknown; body?: unknown };
  return [rawBody, body].find((each) => each instanceof Uint8Array);
}

/** Copies what is written; of a stream that is not written to an end there is no exchange. */
function watchResponse(outgoing: NodeResponse, most: number): (method: string) => Exchange['response'] {
  const copy = copyOf(most);
  let coding: string | undefined;
  let hasBegun = false;
  let isEnding = false;
  const add = (chunk: unknown, encoding: unknown) => {
    if (isEnding || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return;
    if (!hasBegun) coding = header(linesOf(outgoing), 'content-encoding');
    hasBegun = true;
    addTo(copy, chunk, encoding);
  };
  type Send = (...args: unknown[]) => never;
  const { write, end } = outgoing as unknown as { write: Send; end: Send };
  const write_: Send = (...args) => {
    add(args[0], args[1]);
    return write.apply(outgoing, args);
  };
  const end_: Send = (...args) => {
    add(args[0], args[1]);
    // HTTP/2 writes the last chunk by `write`.
    isEnding = true;
    return end.apply(outgoing, args);
  };
  Object.assign(outgoing, { write: write_, end: end_ });
  return (method) => {
    const lines = linesOf(outgoing);
    const status = outgoing.statusCode;
    const body = isBodiless(method, status) ? EMPTY : copy.whole();
    // What compresses bodies may stand behind: then they were seen before.
    const isPlain = hasBegun && coding !== header(lines, 'content-encoding');
    return { status, headers: isPlain ? withoutCoding(lines) : lines, ...bodyOrLost(body) };
  };
}

/** Header lines as they are sent, with those that Node adds; before that, those that are set. */
function linesOf(outgoing: NodeResponse): HeaderLines {
  const { _header: sent } = outgoing as { _header?: unknown };
  if (typeof sent === 'string')
    return sent
      .split('\r\n')
      .slice(1)
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  return Object.entries(outgoing.getHeaders()).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
}

/** Whoever writes a chunk may use its memory again. */
function addTo(copy: Copy, chunk: unknown, encoding: unknown): void {
  if (copy.isOver()) return;
  if (typeof chunk === 'string')
    copy.add(Buffer.from(chunk, Buffer.isEncoding(String(encoding)) ? (encoding as BufferEncoding) : 'utf8'));
  else if (chunk instanceof Uint8Array) copy.add(Uint8Array.from(chunk));
}

const withoutCoding = (lines: HeaderLines): HeaderLines =>
  lines.filter(([name]) => name.toLowerCase() !== 'content-encoding');
