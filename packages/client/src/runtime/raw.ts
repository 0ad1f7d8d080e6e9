import type { Operation, Service } from '@mailwright/client-runtime';
import { rawClient as anyRawClient, type RawClient } from '@mailwright/client-runtime/raw';
import { type ConnectOptions, withKey } from '../connect.ts';
import { service } from '../generated/client/service.ts';

export type { RawClient };

/** A client by method and path for some operations. */
export function rawClient<Paths extends object>(
  options: ConnectOptions,
  operations: readonly Operation[],
  own: Service = service,
): RawClient<Paths> {
  return anyRawClient<Paths>(withKey(options), operations, own);
}
