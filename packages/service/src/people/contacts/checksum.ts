import { createHmac } from 'node:crypto';

/** Checksum that proves knowledge of a contact's id: HMAC-SHA-256 by the account's secret, 128 bits in base64url. */
export function contactChecksum(secret: Uint8Array, contactId: number): string {
  return createHmac('sha256', secret).update(`contact ${contactId}`).digest().subarray(0, 16).toString('base64url');
}
