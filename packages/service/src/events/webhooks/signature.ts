import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A key of 256 bits. */
export const newSecret = (): Uint8Array => randomBytes(32);

/** The key as it is shown to its owner. */
export const secretText = (secret: Uint8Array): string => prefix + Buffer.from(secret).toString('base64');

/** Headers of a call after the Standard Webhooks specification; `at` in whole seconds. */
export function signedHeaders(secret: Uint8Array, id: string, at: Date, body: string): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const mac = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${mac}` };
}
