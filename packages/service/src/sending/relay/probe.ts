import { openConnection } from '../smtp/open.ts';
import { smtpServer } from '../smtp/server.ts';
import { tokenOf, withPassword } from './password.ts';
import type { RelayRow } from './store.ts';
import { addressOf } from './stored-relay.ts';

/** Capabilities that a relay reports. */
export interface RelayOffer {
  host: string;
  port: number;
  isEncrypted: boolean;
  isSignedIn: boolean;
  /** Keywords of the extensions. */
  extensions: string[];
}

/**
 * Connects to a relay, signs in, and leaves without sending anything.
 * @throws Error if the relay, or its password, cannot be used
 */
export async function probeRelay(row: RelayRow): Promise<RelayOffer> {
  const address = withPassword(addressOf(row), row.password_source);
  const server = smtpServer(address, { requireTLS: row.require_tls, token: tokenOf(row.password_source) });
  const { connection, extensions } = await openConnection(server, new AbortController().signal);
  const { isEncrypted } = connection;
  connection.quit();
  const isSignedIn = server.credentials !== undefined;
  return { host: server.host, port: server.port, isEncrypted, isSignedIn, extensions: [...extensions.keys()] };
}
