import type { IncomingMessage } from 'node:http';
import type { HeaderLines } from './exchange.ts';

/** A request that came in, read to its end. */
export interface Incoming {
  method: string;
  /** With its query string. */
  path: string;
  headers: HeaderLines;
  body: Uint8Array;
}

export async function readIncoming(incoming: IncomingMessage): Promise<Incoming> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    headers: pairs(incoming.rawHeaders),
    body: Buffer.concat(chunks),
  };
}

/** Names and values in turn, as Node gives them, to lines. */
export function pairs(raw: string[]): HeaderLines {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1]!] as [string, string]] : []));
}
