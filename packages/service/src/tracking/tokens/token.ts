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
export const maxTokenLength = 60;

/** Returns a random alias, which replaces the recipient in the links of an anonymous mail. */
export function newAlias(): string {
  return randomBytes(aliasBytes).toString('base64url');
}

/** base64url of the content, the number of the key and a MAC; at most 60 characters for all ids below 2^40. */
export function writeToken(key: TrackingKey, content: Omit<TokenContent, 'accountId'>): string {
  const { purpose, bearer } = content;
  const bytes: number[] = [];
  writeVarint(bytes, key.accountId);
  writeVarint(bytes, key.number);
  writeVarint(bytes, content.mailingId);
  const use = typeof purpose === 'string' ? pages.indexOf(purpose) : pages.length + purpose.link;
  writeVarint(bytes, 2 * use + ('alias' in bearer ? 1 : 0));
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

/** Undefined for what no token can look like. */
export function readToken(token: string): ReadToken | undefined {
  if (token.length > maxTokenLength) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= macBytes || bytes.toString('base64url') !== token) return undefined;
  const payload = bytes.subarray(0, -macBytes);
  const mac = bytes.subarray(-macBytes);
  const account = readVarint(payload, 0);
  const key = account && readVarint(payload, account.next);
  const mailing = key && readVarint(payload, key.next);
  const use = mailing && readVarint(payload, mailing.next);
  const bearer = use && readBearer(payload, use.next, use.value % 2 === 1);
  if (bearer === undefined) return undefined;
  const page = Math.floor(use!.value / 2);
  const purpose = pages[page] ?? { link: page - pages.length };
  const content = { accountId: account!.value, mailingId: mailing!.value, purpose, bearer };
  return {
    accountId: content.accountId,
    keyNumber: key!.value,
    verify: (secret) => (timingSafeEqual(macOf(secret, payload), mac) ? content : undefined),
  };
}

function readBearer(payload: Uint8Array, offset: number, anonymous: boolean): Bearer | undefined {
  if (anonymous) {
    const alias = payload.subarray(offset);
    return alias.length === aliasBytes ? { alias: Buffer.from(alias).toString('base64url') } : undefined;
  }
  const recipient = readVarint(payload, offset);
  const contact = recipient && readVarint(payload, recipient.next);
  if (contact?.next !== payload.length) return undefined;
  return { recipientId: recipient!.value, contactId: contact.value };
}

/** Secrets as the library wants them: making one anew for each of a mail's many tokens costs as much as the MAC. */
const keys = new WeakMap<Uint8Array, KeyObject>();

function keyOf(secret: Uint8Array): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
}

export function macOf(secret: Uint8Array, payload: Uint8Array): Buffer {
  return createHmac('sha256', keyOf(secret)).update(payload).digest().subarray(0, macBytes);
}
