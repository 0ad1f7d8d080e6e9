import { createHmac } from 'node:crypto';
import type { Account } from '../../account/index.ts';

/** Bytes of a MAC: 80 bits (RFC 2104, section 5). */
const macBytes = 10;

/** A recipient's number with a MAC, in characters that survive where upper and lower case are mixed up. */
function signed(account: Pick<Account, 'id' | 'secret'>, use: string, recipientId: number): string {
  return `${recipientId.toString(36)}.${macOf(account, use, recipientId).toString('hex')}`;
}

const macOf = ({ id, secret }: Pick<Account, 'id' | 'secret'>, use: string, recipientId: number) =>
  createHmac('sha256', secret).update(`${use}/${id}/${recipientId}`).digest().subarray(0, macBytes);

/** The same in each attempt, so that a receiver can drop a second copy (RFC 5322, section 3.6.4). */
export function messageIdOf(account: Account, recipientId: number): string {
  return `<${signed(account, 'message', recipientId)}@${account.domain}>`;
}

/** Where bounces of one mail go: `b+{account}.{recipient}.{MAC}@{domain}`. */
export function returnPathOf(account: Account, recipientId: number, bounceDomain: string): string {
  return `b+${account.id.toString(36)}.${signed(account, 'bounce', recipientId)}@${bounceDomain}`;
}
