import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../account/index.ts';

/** Bytes of a MAC: 80 bits (RFC 2104, section 5). */
const macBytes = 10;

/** Whose mail of a mailing it is, and which of them: a contact may get a trigger mailing several times. */
export interface MailKey {
  mailingId: number;
  contactId: number;
  recipientId: number;
}

type Signer = Pick<Account, 'id' | 'secret'>;

/** Numbers with a MAC, in characters that survive where upper and lower case are mixed up. */
function signed(account: Signer, use: string, numbers: readonly number[]): string {
  return [...numbers.map((number) => number.toString(36)), macOf(account, use, numbers).toString('hex')].join('.');
}

const macOf = ({ id, secret }: Signer, use: string, numbers: readonly number[]) =>
  createHmac('sha256', secret)
    .update([use, id, ...numbers].join('/'))
    .digest()
    .subarray(0, macBytes);

const numbersOf = ({ mailingId, contactId, recipientId }: MailKey) => [mailingId, contactId, recipientId];

/** The same in each attempt, so that a receiver can drop a second copy (RFC 5322, section 3.6.4). */
export function messageIdOf(account: Account, recipientId: number): string {
  return `<${signed(account, 'message', [recipientId])}@${account.domain}>`;
}

/** Returns the return path of a mail: `b+{account}.{mailing}.{contact}.{recipient}.{MAC}@{domain}`. */
export function returnPathOf(account: Account, mail: MailKey, bounceDomain: string): string {
  return `b+${account.id.toString(36)}.${signed(account, 'bounce', numbersOf(mail))}@${bounceDomain}`;
}

/** Returns the address for unsubscribing by mail: the return path with `u+`. */
export function unsubscribeMailboxOf(account: Account, mail: MailKey, bounceDomain: string): string {
  return `u+${account.id.toString(36)}.${signed(account, 'unsubscribe', numbersOf(mail))}@${bounceDomain}`;
}

const uses = { b: 'bounce', u: 'unsubscribe' } as const;

/** An address of one of these forms, taken apart; nobody has checked its MAC. */
export interface ReadMailbox {
  use: 'bounce' | 'unsubscribe';
  accountId: number;
  mail: MailKey;
  /** Whether the account has made the address; compared in constant time. */
  isOf(account: Signer): boolean;
}

/** Undefined for what none of these addresses can look like. Upper and lower case are the same. */
export function readMailbox(address: string): ReadMailbox | undefined {
  const match =
    /^([bu])\+([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-f]{20})@/i.exec(address);
  if (match === null) return undefined;
  const use = uses[match[1]!.toLowerCase() as 'b' | 'u'];
  const [accountId, mailingId, contactId, recipientId] = match.slice(2, 6).map((part) => parseInt(part, 36)) as [
    number,
    number,
    number,
    number,
  ];
  const mail = { mailingId, contactId, recipientId };
  return {
    use,
    accountId,
    mail,
    isOf: (owner) =>
      owner.id === accountId && timingSafeEqual(Buffer.from(match[6]!, 'hex'), macOf(owner, use, numbersOf(mail))),
  };
}
