import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '../../platform/text/language.ts';

const validSeconds = 24 * 3600;

/** A contact and its address: the link is not valid for another one. */
export interface LinkOwner {
  accountId: number;
  contactId: number;
  emailFolded: string;
}

/** Returns the last part of the address at which a contact finds its data, in a language. */
export function writeOwnDataLink(owner: LinkOwner, language: Language, secret: Uint8Array, nowSeconds: number): string {
  const { accountId, contactId } = owner;
  return `${language}-${accountId}-${contactId}-${nowSeconds}-${sign(owner, secret, nowSeconds).toString('hex')}`;
}

export interface ReadOwnDataLink {
  accountId: number;
  contactId: number;
  language: Language;
  /** Reports whether the link was written for this address with this secret, less than a day ago. */
  isFor(emailFolded: string, secret: Uint8Array): boolean;
}

/** Takes a link apart; returns `undefined` for a text that no link looks like. */
export function readOwnDataLink(text: string, nowSeconds: number): ReadOwnDataLink | undefined {
  const [, language, account, contact, time, signature] =
    /^(de|en|es|fr)-(\d{1,15})-(\d{1,15})-(\d{1,12})-([0-9a-f]{64})$/.exec(text) ?? [];
  if (signature === undefined) return undefined;
  const [accountId, contactId, seconds] = [Number(account), Number(contact), Number(time)];
  const age = nowSeconds - seconds;
  if (age < 0 || age > validSeconds) return undefined;
  return {
    accountId,
    contactId,
    language: language as Language,
    isFor: (emailFolded, secret) =>
      timingSafeEqual(Buffer.from(signature, 'hex'), sign({ accountId, contactId, emailFolded }, secret, seconds)),
  };
}

function sign({ accountId, contactId, emailFolded }: LinkOwner, secret: Uint8Array, seconds: number): Buffer {
  return createHmac('sha256', secret).update(`own data ${accountId} ${contactId} ${seconds} ${emailFolded}`).digest();
}
