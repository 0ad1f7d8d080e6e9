import type { ConnectOptions as AnyConnectOptions } from '@mailwright/client-runtime';
import { version } from '../version.ts';
import { type Client, createClient as createAnyClient } from './generated/client/index.ts';

export * from './generated/client/index.ts';

export interface AdminOptions extends Omit<AnyConnectOptions, 'auth' | 'userAgent'> {
  /** Key of an operator. */
  operatorKey: string;
}

/**
 * Creates a client of the interface for operators, `https://HOST/admin/1.0`. Sends no request yet. Throws a `TypeError` if
 * `baseUrl` is not an http or https URL.
 */
export function createAdminClient({ operatorKey, ...options }: AdminOptions): Client {
  return createAnyClient({ ...options, auth: { bearerKey: operatorKey }, userAgent: `mailwright-client/${version}` });
}
