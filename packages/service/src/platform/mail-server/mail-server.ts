import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { SMTPServer } from 'smtp-server';
import type { Log } from '../log/log.ts';
import { capConnections } from '../network/connections.ts';

/** How long those who are being served may go on when the service stops. */
export const closeMillis = 5000;

/** An SMTP server that takes connections. */
export interface MailServer {
  port: number;
  /** Shows another certificate, in PEM, to those who connect from now on. */
  setIdentity(identity: Record<'key' | 'cert', string>): void;
  close(): Promise<void>;
}

interface Listening {
  host: string;
  port: number;
  /** Connections at once, in all and for each address, and how long each may last. */
  limits: Parameters<typeof capConnections>[1];
  log: Log;
}

/** Listens for connections. Rejects when the port cannot be used. */
export async function listen(server: SMTPServer, { host, port, limits, log }: Listening): Promise<MailServer> {
  // Clients that end a connection in the middle are no trouble of ours.
  server.on('error', () => {});
  const connections = capConnections(server.server, limits, log);
  server.listen(port, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    setIdentity: ({ key, cert }) => server.updateSecureContext({ key, cert }),
    close: () => {
      connections.endWithin(closeMillis);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Reads a message to its end, but keeps its first bytes only: so the connections hold a bounded amount of memory in all. */
export async function readStart(stream: Readable, maxBytes: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let free = maxBytes;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (free > 0) kept.push(Buffer.from(chunk.subarray(0, free)));
    free -= chunk.length;
  }
  return Buffer.concat(kept);
}

/** An error that is answered with an SMTP reply: its code, and an enhanced code with the reason. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
