import type { IncomingMessage } from 'node:http';
import { copyOf } from './copy.ts';
import type { HeaderLines } from './exchange.ts';

/** A request that came in. */
export interface Incoming {
  method: string;
  /** With its query string. */
  path: string;
  headers: HeaderLines;
  body: Uint8Array;
}

/** Reads a request to its end; of a body that is longer than `most` bytes one byte more is kept, and it is zeros. */
export async function readIncoming(incoming: IncomingMessage, most: number): Promise<Incoming> {
  const copy = copyOf(most);
  for await (const chunk of incoming) copy.add(chunk);
  return { ...headOf(incoming), body: copy.whole() ?? new Uint8Array(most + 1) };
}

export function headOf({ method = 'GET', url = '/', rawHeaders }: IncomingMessage): Omit<Incoming, 'body'> {
  return { method, path: url, headers: pairs(rawHeaders) };
}

/** Names and values in turn, as Node gives them, to lines. */
export function pairs(raw: string[]): HeaderLines {
  return raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1]!] as [string, string]] : []));
}
