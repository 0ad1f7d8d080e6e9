import { type Call, forbidden } from '@mailwright/server';

/** Id of the key with which everybody enters: the first one of the database of a demo. */
const demoKey = 1;

/** Refuses to revoke the key of a demo: nobody else could enter until the reset. @throws ApiError 403 */
export function keepDemoKey({ operation, input }: Pick<Call, 'operation' | 'input'>): void {
  if (operation.id === 'revokeApiKey' && input.keyId === demoKey)
    throw forbidden('Everybody enters the demo with this key, so it cannot be revoked.');
}
