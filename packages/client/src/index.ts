import { type ConnectOptions, withKey } from './connect.ts';
import { type Client, createClient as createAnyClient } from './generated/client/index.ts';

export { type ConnectOptions, connect } from './connect.ts';
export * from './generated/client/index.ts';

/** Makes a client. Opens nothing yet. Throws a `TypeError` when `baseUrl` is no address of a service. */
export function createClient(options: ConnectOptions): Client {
  return createAnyClient(withKey(options));
}
