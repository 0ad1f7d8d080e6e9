import http from 'node:http';
import https from 'node:https';
import type { Exchange, SentRequest } from './exchange.ts';
import { pairs } from './incoming.ts';

export interface SendOptions {
  /** PEM of a certificate to trust beside the known ones. */
  ca?: string;
  /** Takes any certificate. */
  insecure?: boolean;
  /** Milliseconds without an answer. */
  timeout: number;
}

export interface Sender {
  /** Rejects when no whole answer comes. */
  send(request: SentRequest, timeout?: number): Promise<Exchange>;
  close(): void;
}

/** Sends requests as they are, over connections that are kept, and follows nothing. */
export function createSender({ ca, insecure, timeout: patience }: SendOptions): Sender {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true, ca, rejectUnauthorized: insecure !== true }),
  };
  const agentOf = (url: string) => agents[new URL(url).protocol as keyof typeof agents];
  return {
    send: (request, timeout = patience) =>
      attempt(request, agentOf(request.url), timeout).catch((error) => {
        // A kept connection may have been closed by the other side just now; a fresh one tells.
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
        return attempt(request, agentOf(request.url), timeout);
      }),
    close: () =>
      Object.values(agents).forEach((agent) => {
        agent.destroy();
      }),
  };
}

function attempt(request: SentRequest, agent: http.Agent, timeout: number): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const { method, url, headers, body } = request;
    const lines = body.length > 0 ? [...headers, ['Content-Length', String(body.length)]] : headers;
    const make = url.startsWith('https:') ? https.request : http.request;
    const call = make(url, { method, agent, headers: ['Host', new URL(url).host, ...lines.flat()], timeout });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const answer = {
          status: response.statusCode!,
          headers: pairs(response.rawHeaders),
          body: Buffer.concat(chunks),
        };
        resolve({ request, response: answer });
      });
      response.on('error', reject);
    });
    call.on('timeout', () => call.destroy(new Error(`no answer within ${timeout / 1000} s`)));
    // A server may answer a long body before it has read all of it, and close: then the answer counts.
    call.on('error', reject);
    call.end(body);
  });
}
