import type pg from 'pg';
import type { ServerHost } from './server-address.ts';
import { clientOptions, look, ServerClient } from './server-client.ts';
import { reasonOf } from './unavailable.ts';

/** Time without an answer after which a server is asked over another connection. */
const silenceMillis = 5_000;
const probeMillis = 10_000;
const intervalMillis = 1_000;
/** The server ends statements that take too long by itself; a client that hears nothing of it has lost the server. */
const graceMillis = 15_000;

/** A connection as the watch sees it. */
export interface WatchedConnection {
  client: ServerClient;
  /** Start of the statement that is not answered yet, in milliseconds of `performance.now()`. */
  waitingSince: number | undefined;
}

/**
 * Cuts connections to servers that are gone without a word: frozen, cut off, or replaced behind a proxy. TCP notices none of
 * these while a statement waits. A server that is only slow answers the probe, and its connections stay.
 */
export class SilentServers {
  readonly #connections = new Set<WatchedConnection>();
  readonly #probing = new Set<ServerHost>();
  readonly #timer: NodeJS.Timeout;
  readonly #mostMillis: number;

  /** @param timeoutMillis the server's limit for statements; 0 for none */
  constructor(timeoutMillis: number) {
    this.#mostMillis = timeoutMillis === 0 ? Number.POSITIVE_INFINITY : timeoutMillis + graceMillis;
    this.#timer = setInterval(() => this.#look(), intervalMillis).unref();
  }

  watch(connection: WatchedConnection): void {
    this.#connections.add(connection);
    connection.client.once('end', () => this.#connections.delete(connection));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    for (const connection of this.#connections) {
      const { client, waitingSince } = connection;
      if (waitingSince === undefined) continue;
      if (now - waitingSince > this.#mostMillis)
        client.cut(`a statement was not answered for ${this.#mostMillis / 1000} s`);
      else if (now - waitingSince > silenceMillis && !this.#probing.has(client.serverHost))
        void this.#check(client.serverHost);
    }
  }

  async #check(host: ServerHost): Promise<void> {
    this.#probing.add(host);
    const asked = [...this.#connections].filter(({ client }) => client.serverHost === host);
    const answer = await probe(host);
    for (const { client } of asked) {
      if ('gone' in answer) client.cut(`its server does not answer: ${answer.gone}`);
      else if (isReplaced(client.primarySince, answer.primarySince)) client.cut('another server is the primary now');
    }
    this.#probing.delete(host);
  }
}

/** Behind an address there is one primary, but a proxy may lead to any of several standbys. */
const isReplaced = (former: string | undefined, present: string | undefined) =>
  former !== undefined && present !== undefined && former !== present;

/** Asks the server at an address since when it is a primary. A refusal is an answer too. */
async function probe(host: ServerHost): Promise<{ primarySince?: string | undefined } | { gone: string }> {
  const client = new ServerClient(host, { ...clientOptions, application_name: 'mailwright probe' });
  client.on('error', () => {}); // the promises below reject
  const ask = async () => {
    await client.connect();
    return client.query(look);
  };
  try {
    const [{ started, standby }] = (await client.within(probeMillis, ask())).rows;
    return { primarySince: standby ? undefined : started };
  } catch (error) {
    return (error as pg.DatabaseError).severity === undefined ? { gone: reasonOf(error) } : {};
  } finally {
    client.end().catch(() => {});
  }
}
