import http from 'node:http';
import https from 'node:https';
import { copyOf } from './copy.ts';
import type { Exchange, HeaderLines, SentRequest } from './exchange.ts';
import { pairs } from './incoming.ts';

export interface SendOptions {
  /** PEM of a certificate to trust beside the known ones. */
  ca?: string;
  /** Takes any certificate. */
  insecure?: boolean;
  /** Milliseconds without an answer. */
  timeout: number;
  /** Keeps connections open for the next request; `true` by default. */
  keepAlive?: boolean;
}

export interface Sender {
  /** Rejects when no whole answer comes, or one of more than 64 MiB. */
  send(request: SentRequest, timeout?: number): Promise<Exchange>;
  /** Begins a request whose body the caller writes. */
  begin(head: RequestHead): http.ClientRequest;
  close(): void;
}

/** A request without its body. */
export type RequestHead = Pick<SentRequest, 'method' | 'url' | 'headers'>;

const LONGEST_ANSWER = 64 * 2 ** 20;

/** Sends requests as they are, and follows nothing. */
export function createSender({ ca, insecure, timeout: usual, keepAlive = true }: SendOptions): Sender {
  const agents = {
    'http:': new http.Agent({ keepAlive }),
    'https:': new https.Agent({ keepAlive, ca, rejectUnauthorized: insecure !== true }),
  };
  const begin = ({ method, url, headers }: RequestHead) => {
    const agent = agents[new URL(url).protocol as keyof typeof agents];
    const make = url.startsWith('https:') ? https.request : http.request;
    return make(url, { method, agent, headers: ['Host', new URL(url).host, ...headers.flat()] });
  };
  return {
    begin,
    send: (request, timeout = usual) =>
      attempt(request, begin, timeout).catch((error) => {
        // A kept connection may have been closed by the other side just now; a fresh one tells.
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
        return attempt(request, begin, timeout);
      }),
    close: () =>
      Object.values(agents).forEach((agent) => {
        agent.destroy();
      }),
  };
}

function attempt(request: SentRequest, begin: Sender['begin'], timeout: number): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const { headers, body } = request;
    const call = begin({ ...request, headers: [...headers, ...lengthOf(request)] });
    call.on('response', (response) => {
      const copy = copyOf(LONGEST_ANSWER);
      response.on('data', (chunk: Buffer) => {
        copy.add(chunk);
        if (copy.length() > LONGEST_ANSWER)
          call.destroy(new Error(`the response is longer than ${LONGEST_ANSWER} bytes`));
      });
      response.on('end', () => {
        const answer = { status: response.statusCode!, headers: pairs(response.rawHeaders), body: copy.whole()! };
        resolve({ request, response: answer });
      });
      response.on('error', reject);
    });
    call.setTimeout(timeout, () => call.destroy(new Error(`no response within ${timeout / 1000} s`)));
    // A server may answer a long body before it has read all of it, and close: then the answer counts.
    call.on('error', reject);
    call.end(body);
  });
}

/** An empty body has a length too where a body is usual (RFC 9110 section 8.6). */
function lengthOf({ method, body }: SentRequest): HeaderLines {
  const isUsual = body.length > 0 || ['POST', 'PUT', 'PATCH'].includes(method);
  return isUsual ? [['Content-Length', String(body.length)]] : [];
}
