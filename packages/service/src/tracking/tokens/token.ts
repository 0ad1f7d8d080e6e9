import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MailKey } from '../mail-key.ts';
import { readVarint, writeVarint } from './varint.ts';

/** A recipient of the mailing that a token names. */
export type TokenRecipient = Omit<MailKey, 'mailingId'>;

/** Bearer of a mail: the recipient, or a random alias. */
export type Bearer = TokenRecipient | { alias: string };

const pages = ['pixel', 'unsubscribe', 'online', 'profile'] as const;

/** Purpose of an address in a mail: a link, or one of the pages. */
export type Purpose = { link: number } | (typeof pages)[number];

export interface TokenContent {
  accountId: number;
  mailingId: number;
  purpose: Purpose;
  bearer: Bearer;
}

/** The secret that an account's tokens are made with at the time. */
export interface TrackingKey {
  accountId: number;
  /** Unique in the account, from 1. */
  number: number;
  secret: Uint8Array;
}

/** RFC 2104, section 5: at least half of the hash, and not less than 80 bits. */
export const macBytes = 10;
const aliasBytes = 8;
/** Of all tokens, for ids below 2^40. */
export const maxTokenLength = 64;

/** Returns a random alias, which replaces the recipient in the links of an anonymous mail. */
export function newAlias(): string {
  return randomBytes(aliasBytes).toString('base64url');
}

/** The number that stands for a purpose in tokens. */
export const numberOf = (purpose: Purpose): number =>
  typeof purpose === 'string' ? pages.indexOf(purpose) : pages.length + purpose.link;

export const purposeOf = (number: number): Purpose => pages[number] ?? { link: number - pages.length };

/** base64url of the content, the number of the key and a MAC; at most 60 characters for all ids below 2^40. */
export function writeToken(key: TrackingKey, content: Omit<TokenContent, 'accountId'>): string {
  const { purpose, bearer } = content;
  const bytes: number[] = [];
  writeVarint(bytes, key.accountId);
  writeVarint(bytes, key.number);
  writeVarint(bytes, content.mailingId);
  writeVarint(bytes, 2 * numberOf(purpose) + ('alias' in bearer ? 1 : 0));
  if ('alias' in bearer) bytes.push(...Buffer.from(bearer.alias, 'base64url'));
  else {
    writeVarint(bytes, bearer.recipientId);
    writeVarint(bytes, bearer.contactId);
  }
  const payload = Uint8Array.from(bytes);
  return Buffer.concat([payload, macOf(key.secret, payload)]).toString('base64url');
}

/** A token that was taken apart, whose MAC nobody has checked. */
export interface ReadToken {
  accountId: number;
  keyNumber: number;
  /** The content, if the token was made with this secret; compared in constant time. */
  verify(secret: Uint8Array): TokenContent | undefined;
}

/** Undefined for what no such token can look like. */
export function readTokenWithMac(bytes: Buffer): ReadToken | undefined {
  if (bytes.length <= macBytes) return undefined;
  const payload = bytes.subarray(0, -macBytes);
  const mac = bytes.subarray(-macBytes);
  const account = readVarint(payload, 0);
  const key = account && readVarint(payload, account.next);
  const mailing = key && readVarint(payload, key.next);
  const use = mailing && readVarint(payload, mailing.next);
  const read = use && readBearer(payload, use.next, use.value % 2 === 1);
  if (read?.next !== payload.length) return undefined;
  const { bearer } = read;
  const purpose = purposeOf(Math.floor(use!.value / 2));
  const content = { accountId: account!.value, mailingId: mailing!.value, purpose, bearer };
  return {
    accountId: content.accountId,
    keyNumber: key!.value,
    verify: (secret) => (timingSafeEqual(macOf(secret, payload), mac) ? content : undefined),
  };
}

/** The bearer that begins at an offset and the offset behind it; undefined when there is none. */
export function readBearer(
  payload: Uint8Array,
  offset: number,
  anonymous: boolean,
): { bearer: Bearer; next: number } | undefined {
  if (anonymous) {
    const next = offset + aliasBytes;
    if (payload.length < next) return undefined;
    return { bearer: { alias: Buffer.from(payload.subarray(offset, next)).toString('base64url') }, next };
  }
  const recipient = readVarint(payload, offset);
  const contact = recipient && readVarint(payload, recipient.next);
  return contact && { bearer: { recipientId: recipient!.value, contactId: contact.value }, next: contact.next };
}

/** Secrets as the library wants them: making one anew for each of a mail's many tokens costs as much as the MAC. */
const keys = new WeakMap<Uint8Array, KeyObject>();

function keyOf(secret: Uint8Array): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
}

export function macOf(secret: Uint8Array, payload: Uint8Array, bytes = macBytes): Buffer {
  return createHmac('sha256', keyOf(secret)).update(payload).digest().subarray(0, bytes);
}
