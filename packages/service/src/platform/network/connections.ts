import type { Server as HttpServer, ServerOptions } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Log } from '../log/log.ts';
import { clientNetwork } from '../network/remote-address.ts';

/** How many may connect, and how long each step of theirs may take, in milliseconds. */
export interface ConnectionLimits {
  /** Connections at once; of one address (in IPv6: of a network /64), so that no single client takes all. */
  total: number;
  perAddress: number;
  handshakeMillis: number;
  /** Until the headers are there, and until the whole request is. */
  headMillis: number;
  requestMillis: number;
  /** Until the next request on the same connection. */
  keepAliveMillis: number;
  /** A client that takes nothing of its answer for so long is gone. */
  readMillis: number;
  /** How often heads and requests are looked at. */
  lookMillis: number;
  /** How long requests that run when the service is stopped may go on. */
  closeMillis: number;
}

export const usualLimits: ConnectionLimits = {
  total: 4096,
  perAddress: 512,
  handshakeMillis: 10_000,
  headMillis: 20_000,
  requestMillis: 120_000,
  keepAliveMillis: 72_000,
  readMillis: 60_000,
  lookMillis: 1000,
  closeMillis: 10_000,
};

/** Timeouts that Node enforces; `requestTimeout` and `keepAliveTimeout` are also options of Fastify. */
export const serverTimeouts = (limits: ConnectionLimits) =>
  ({
    headersTimeout: limits.headMillis,
    requestTimeout: limits.requestMillis,
    keepAliveTimeout: limits.keepAliveMillis,
    connectionsCheckingInterval: limits.lookMillis,
  }) satisfies ServerOptions;

const restMillis = 60_000;

export interface Connections {
  /** Ends all that are still open so many milliseconds from now; call it when the server is told to close. */
  endWithin(millis: number): void;
}

/**
 * Holds the connections of a server within bounds, and none longer than `lifeMillis`. A refused one is ended without a
 * word; the log tells once a minute.
 */
export function capConnections(
  server: Server,
  {
    total,
    perAddress,
    lifeMillis,
  }: Pick<ConnectionLimits, 'total' | 'perAddress'> & { lifeMillis?: number | undefined },
  log: Log,
): Connections {
  const open = new Map<Socket, { client: string; end: NodeJS.Timeout | undefined }>();
  const ofClient = new Map<string, number>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (line: string) => {
    const now = performance.now();
    if (now - toldAt < restMillis) return;
    toldAt = now;
    log(`${line}; new connections are rejected.`);
  };

  const release = (socket: Socket) => {
    const { client, end } = open.get(socket)!;
    clearTimeout(end);
    open.delete(socket);
    const left = ofClient.get(client)! - 1;
    if (left === 0) ofClient.delete(client);
    else ofClient.set(client, left);
  };
  /** STARTTLS of smtp-server removes all listeners of a socket, so that the end of such a connection is never told. */
  const releaseDestroyed = () => {
    for (const socket of open.keys()) if (socket.destroyed) release(socket);
  };

  server.maxConnections = total;
  server.on('drop', () => tell(`There are ${total} connections`));
  server.on('connection', (socket: Socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '');
    if (open.size >= total || (ofClient.get(client) ?? 0) >= perAddress) releaseDestroyed();
    const others = ofClient.get(client) ?? 0;
    if (others >= perAddress) {
      tell(`One address has ${perAddress} connections`);
      socket.destroy();
      return;
    }
    ofClient.set(client, others + 1);
    const end = lifeMillis === undefined ? undefined : setTimeout(() => socket.destroy(), lifeMillis).unref();
    open.set(socket, { client, end });
    socket.once('close', () => open.has(socket) && release(socket));
  });

  return {
    endWithin(millis) {
      const timer = setTimeout(() => {
        for (const socket of open.keys()) socket.destroy();
      }, millis);
      server.once('close', () => clearTimeout(timer));
    },
  };
}

/** The same for HTTP, where a client that does not read its answer is given up too. */
export function limitConnections(server: HttpServer | HttpsServer, limits: ConnectionLimits, log: Log): Connections {
  const served = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    served.add(socket);
    response.once('close', () => served.delete(socket));
  });
  // Between requests, when the time of keep-alive is over, or while an answer is not read; not while the service works.
  server.setTimeout(limits.readMillis, (socket) => {
    if (socket && (!served.has(socket) || socket.writableLength > 0)) socket.destroy();
  });
  return capConnections(server, limits, log);
}
