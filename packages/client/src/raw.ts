import type { RawClient } from '@mailwright/client-runtime/raw';
import { type ConnectOptions, withKey } from './connect.ts';
import { createRawClient as createAnyRawClient } from './generated/client/raw.ts';
import type { paths } from './generated/types/index.ts';

export { operations } from './generated/client/operations.ts';
export { service } from './generated/client/service.ts';

/** openapi-fetch for this description, by method and path, with values in place of XML. */
export function createRawClient(options: ConnectOptions): RawClient<paths> {
  return createAnyRawClient(withKey(options));
}
