import { createHmac } from 'node:crypto';

/**
 * Stands for a reader without naming it: 64 bits in hexadecimal, made from the account's secret, the same in all reports of
 * the account. Anonymous readers have one too.
 */
export function contactHash(secret: Uint8Array, readerId: number): string {
  return createHmac('sha256', secret).update(`reader ${readerId}`).digest('hex').slice(0, 16);
}
