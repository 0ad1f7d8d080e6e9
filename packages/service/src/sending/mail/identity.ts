import { createHmac, timingSafeEqual } from 'node:crypto';
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

/** Where a mail unsubscribes: `u+{account}.{recipient}.{MAC}@{domain}`. */
export function unsubscribeMailboxOf(account: Account, recipientId: number, bounceDomain: string): string {
  return `u+${account.id.toString(36)}.${signed(account, 'unsubscribe', recipientId)}@${bounceDomain}`;
}

const uses = { b: 'bounce', u: 'unsubscribe' } as const;

/** An address of one of these forms, taken apart; nobody has checked its MAC. */
export interface ReadMailbox {
  use: 'bounce' | 'unsubscribe';
  accountId: number;
  recipientId: number;
  /** Whether the account has made the address; compared in constant time. */
  isOf(account: Pick<Account, 'id' | 'secret'>): boolean;
}

/** Undefined for what none of these addresses can look like. Upper and lower case are the same. */
export function readMailbox(address: string): ReadMailbox | undefined {
  const match = /^([bu])\+([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-f]{20})@/i.exec(address);
  if (match === null) return undefined;
  const [, kind, account, recipient, mac] = match;
  const use = uses[kind!.toLowerCase() as 'b' | 'u'];
  const [accountId, recipientId] = [parseInt(account!, 36), parseInt(recipient!, 36)];
  return {
    use,
    accountId,
    recipientId,
    isOf: (owner) =>
      owner.id === accountId && timingSafeEqual(Buffer.from(mac!, 'hex'), macOf(owner, use, recipientId)),
  };
}
