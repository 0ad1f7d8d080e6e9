import { type ConnectOptions, withKey } from './connect.ts';
import { type Client, createClient as createAnyClient } from './generated/client/index.ts';

export { type ConnectOptions, connect } from './connect.ts';
export * from './generated/client/index.ts';

/** Creates a client. Sends no request yet. Throws a `TypeError` if `baseUrl` is not an http or https URL. */
export function createClient(options: ConnectOptions): Client {
  return createAnyClient(withKey(options));
}
