import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { parseArgs } from 'node:util';

/** What the servers of a benchmark are started with. */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '0' },
    answer: { type: 'string' },
    tls: { type: 'string' },
    buffer: { type: 'boolean', default: false },
    stringify: { type: 'boolean', default: false },
    prepared: { type: 'boolean', default: false },
  },
});

export const { buffer, prepared, stringify } = values;
export const items = Number(values.items);
/** Key and certificate in PEM; null for plain HTTP. */
export const tls = values.tls === undefined ? null : (JSON.parse(values.tls) as { key: string; cert: string });
/** An answer of another server, to be sent as it is. */
export const answer = values.answer === undefined ? undefined : readAnswer(values.answer);

export interface Answer {
  headers: Record<string, string>;
  body: string;
}

function readAnswer(file: string): Answer {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Tells the parent process the port, and whenever it asks, how much CPU time this process has taken. */
export function announce(server: Server): void {
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.send?.((server.address() as AddressInfo).port);
}
