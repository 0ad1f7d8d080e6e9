import {
  type ConnectOptions as AnyConnectOptions,
  type Connection,
  connect as connectTo,
  type Service,
} from '@mailwright/client-runtime';
import { service } from './generated/client/service.ts';
import { version } from './version.ts';

export interface ConnectOptions extends Omit<AnyConnectOptions, 'auth' | 'userAgent'> {
  /** Key of the account. Without it no `Authorization` header is made. */
  apiKey?: string | undefined;
  /** How the key is sent: HTTP Basic with the key as user name (default), or Bearer. */
  scheme?: 'basic' | 'bearer' | undefined;
}

/** The options in the words of the description's security schemes. */
export function withKey({ apiKey, scheme, ...options }: ConnectOptions): AnyConnectOptions {
  const auth = apiKey === undefined ? {} : scheme === 'bearer' ? { bearerKey: apiKey } : { apiKey };
  return { ...options, auth, userAgent: `mailwright-client/${version}` };
}

/** Creates a connection without opening it. Throws a `TypeError` if `baseUrl` is not a valid base URL. */
export function connect(options: ConnectOptions, own: Service = service): Connection {
  return connectTo(withKey(options), own);
}
