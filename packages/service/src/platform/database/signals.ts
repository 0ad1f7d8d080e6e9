import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { parseServerAddress, type ServerHost } from './server-address.ts';
import { clientOptions, HostOrder, prepareClient, ServerClient } from './server-client.ts';
import { reasonOf } from './unavailable.ts';

/** Signals between processes on one database: new work, or revoked keys. */
const signals = ['work', 'keys'] as const;
export type Signal = (typeof signals)[number];

/** Of LISTEN and NOTIFY. */
const channel = 'mailwright';
const firstRetryMillis = 500;
const longestRetryMillis = 30_000;
/** Nothing else would tell that the server of a connection on which nothing happens is frozen or cut off. */
const heartbeatMillis = 10_000;
const heartbeatLimitMillis = 10_000;

/** Notifies all listening processes; in a transaction, on commit. */
export async function sendSignal(db: Db, signal: Signal): Promise<void> {
  await sql`select pg_notify(${channel}, ${signal})`.execute(db);
}

/**
 * Hears the signals of other processes on a PostgreSQL server, over a connection of its own. A lost one is opened again,
 * and then all signals are given, because any may have been missed. Nothing may rely on it: a pooler that lends
 * connections for a transaction brings none, so whoever listens has to look by himself as well, if less often.
 */
export function listenOnServer(
  databaseUrl: string,
  hear: (signal: Signal) => void,
  log: (line: string) => void,
): { ready: Promise<void>; close(): Promise<void> } {
  const address = parseServerAddress(databaseUrl);
  const order = new HostOrder(address.hosts);
  let closed = false;
  let client: ServerClient | undefined;
  let retryMillis = firstRetryMillis;
  let timer: NodeJS.Timeout | undefined;

  async function connect(first: boolean): Promise<void> {
    try {
      await order.try(open);
    } catch (error) {
      return retry(reasonOf(error));
    }
    retryMillis = firstRetryMillis;
    if (!first) for (const signal of signals) hear(signal);
  }

  async function open(host: ServerHost): Promise<void> {
    const mine = new ServerClient(host, { ...clientOptions, application_name: 'mailwright signals' });
    client = mine;
    mine.on('error', () => {}); // 'end' follows
    mine.on('notification', ({ payload }) => {
      const signal = signals.find((known) => known === payload);
      if (signal) hear(signal);
    });
    try {
      await mine.within(address.connectMillis, mine.connect());
      await prepareClient(mine, address, `listen ${channel}`);
    } catch (error) {
      mine.cut('it is not used');
      throw error;
    }
    const beat = () => void mine.within(heartbeatLimitMillis, mine.query('')).catch(() => {});
    const heartbeat = setInterval(beat, heartbeatMillis).unref();
    mine.once('end', () => {
      clearInterval(heartbeat);
      retry('it was closed');
    });
  }

  function retry(reason: string): void {
    if (closed) return;
    log(`The connection for notifications was lost; next attempt in ${retryMillis} ms: ${reason}`);
    timer = setTimeout(() => void connect(false), retryMillis);
    retryMillis = Math.min(2 * retryMillis, longestRetryMillis);
  }

  return {
    ready: connect(true),
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
