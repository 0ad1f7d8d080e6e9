import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../account/index.ts';
import type { MailKey } from '../../tracking/index.ts';

/** Bytes of a MAC: 80 bits (RFC 2104, section 5). */
const macBytes = 10;

type Signer = Pick<Account, 'id' | 'secret'>;

type Use = 'answer' | 'bounce' | 'unsubscribe' | 'message' | 'report';

/** Account, numbers and a MAC, in characters that survive where upper and lower case are mixed up. */
function signed(account: Signer, use: Use, numbers: readonly number[]): string {
  const mac = macOf(account, use, numbers).toString('hex');
  return [...[account.id, ...numbers].map((number) => number.toString(36)), mac].join('.');
}

const macOf = ({ id, secret }: Signer, use: Use, numbers: readonly number[]) =>
  createHmac('sha256', secret)
    .update([use, id, ...numbers].join('/'))
    .digest()
    .subarray(0, macBytes);

const numbersOf = ({ mailingId, contactId, recipientId }: MailKey) => [mailingId, contactId, recipientId];

/**
 * Returns the Message-ID of a mail: `{account}.{mailing}.{recipient}.{MAC}@{domain}`. It is the same in each attempt, so that
 * a receiver can drop a second copy (RFC 5322, section 3.6.4). It is signed, so that a notification that quotes it tells
 * which mail it is about. It does not name the contact, because it is kept when the contact is erased.
 */
export function messageIdOf(account: Account, { mailingId, recipientId }: MailKey): string {
  return `<${signed(account, 'message', [mailingId, recipientId])}@${account.domain}>`;
}

/** Field of each mail by which it is recognised in a notification, although a provider has set another Message-ID. */
export const mailIdField = 'X-Mailwright-Mail';

/** Returns the value of that field: the contact and the part of the Message-ID before the @. */
export function mailIdOf(messageId: string, contactId: number): string {
  return `${contactId.toString(36)}.${messageId.slice(1, messageId.indexOf('@'))}`;
}

/** Returns the return path of a mail: `b+{account}.{mailing}.{contact}.{recipient}.{MAC}@{domain}`. */
export function returnPathOf(account: Account, mail: MailKey, bounceDomain: string): string {
  return `b+${signed(account, 'bounce', numbersOf(mail))}@${bounceDomain}`;
}

/** Returns the address for unsubscribing by mail: the return path with `u+`. */
export function unsubscribeMailboxOf(account: Account, mail: MailKey, bounceDomain: string): string {
  return `u+${signed(account, 'unsubscribe', numbersOf(mail))}@${bounceDomain}`;
}

/** Returns the address for answers to a mail: the return path with `a+`. */
export function answerMailboxOf(account: Account, mail: MailKey, bounceDomain: string): string {
  return `a+${signed(account, 'answer', numbersOf(mail))}@${bounceDomain}`;
}

/** Returns the address of an account for reports about its domains: `r+{account}.{MAC}@{domain}`. It stays the same. */
export function reportAddressOf(account: Signer, bounceDomain: string): string {
  return `r+${signed(account, 'report', [])}@${bounceDomain}`;
}

const uses = { a: 'answer', b: 'bounce', u: 'unsubscribe' } as const;

interface OwnedAddress {
  accountId: number;
  /** Whether the account has made the address; compared in constant time. */
  isOf(account: Signer): boolean;
}

/** An address of one of these forms, taken apart; nobody has checked its MAC. */
export type ReadMailbox = OwnedAddress &
  ({ use: 'answer' | 'bounce' | 'unsubscribe'; mail: MailKey } | { use: 'report' });

/** Undefined for what none of these addresses can look like. Upper and lower case are the same. */
export function readMailbox(address: string): ReadMailbox | undefined {
  const use = /^([abru])\+/i.exec(address)?.[1]?.toLowerCase() as keyof typeof uses | 'r' | undefined;
  const end = address.indexOf('@');
  if (use === undefined || end === -1) return undefined;
  if (use === 'r') {
    const read = readSigned(address.slice(2, end), 'report');
    return read?.numbers.length === 1 ? { use: 'report', accountId: read.numbers[0]!, isOf: read.isOf } : undefined;
  }
  const read = readSigned(address.slice(2, end), uses[use]);
  if (read?.numbers.length !== 4) return undefined;
  const [accountId, mailingId, contactId, recipientId] = read.numbers as [number, number, number, number];
  return { use: uses[use], accountId, mail: { mailingId, contactId, recipientId }, isOf: read.isOf };
}

/** A Message-ID or its field, taken apart; nobody has checked its MAC. */
export interface ReadMailId extends OwnedAddress {
  mail: Omit<MailKey, 'contactId'>;
  /** Contact from the header field, with which the recipient is found; it is not signed. */
  contactId: number | undefined;
}

/** Undefined for what is neither the part before the @ of a Message-ID nor a value of its field. */
export function readMailId(text: string): ReadMailId | undefined {
  const [, contact, id] = /^(?:([0-9a-z]{1,10})\.)?((?:[0-9a-z]{1,10}\.){3}[0-9a-f]{20})$/i.exec(text) ?? [];
  const read = id === undefined ? undefined : readSigned(id, 'message');
  if (read === undefined) return undefined;
  const [accountId, mailingId, recipientId] = read.numbers as [number, number, number];
  const contactId = contact === undefined ? undefined : parseInt(contact, 36);
  return { accountId, mail: { mailingId, recipientId }, contactId, isOf: read.isOf };
}

function readSigned(text: string, use: Use) {
  const match = /^((?:[0-9a-z]{1,10}\.){1,4})([0-9a-f]{20})$/i.exec(text);
  if (match === null) return undefined;
  const numbers = match[1]!
    .slice(0, -1)
    .split('.', 4)
    .map((part) => parseInt(part, 36));
  const mac = Buffer.from(match[2]!, 'hex');
  const isOf = (owner: Signer) => owner.id === numbers[0] && timingSafeEqual(mac, macOf(owner, use, numbers.slice(1)));
  return { numbers, isOf };
}
