import { timingSafeEqual } from 'node:crypto';
import type { Db } from '../../platform/database/schema.ts';
import { macBytes, macOf, maxTokenLength, type TrackingKey } from './token.ts';
import { readVarint, writeVarint } from './varint.ts';
import { rememberedSecrets } from './verify.ts';

/** A transactional mail whose image was loaded, or whose link to the target was followed. */
export interface MailTokenContent {
  accountId: number;
  /** UUID. */
  mailId: string;
}

const uuidBytes = 16;
/** No account has the number 0, with which all other tokens of tracking would have to begin. */
const label = Buffer.from('\0transactional mail\0');

/**
 * Addresses that report openings and clicks of a transactional mail. The address of a link carries the target, which the
 * token signs: nothing of a link is stored, because links of such mails differ in each mail and may be secrets.
 */
export function mailAddresses(publicUrl: string, key: TrackingKey, mailId: string) {
  return {
    link: (target: string) => `${publicUrl}/t/${writeMailToken(key, mailId, target)}?to=${encodeTarget(target)}`,
    pixel: () => `${publicUrl}/t/${writeMailToken(key, mailId, '')}.gif`,
  };
}

/** Encodes quotes and brackets too: the address stands in attributes with either quote, and in texts. */
const encodeTarget = (target: string) =>
  encodeURIComponent(target).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function writeMailToken(key: TrackingKey, mailId: string, target: string): string {
  const bytes: number[] = [];
  writeVarint(bytes, key.accountId);
  writeVarint(bytes, key.number);
  bytes.push(...Buffer.from(mailId.replaceAll('-', ''), 'hex'));
  const payload = Uint8Array.from(bytes);
  return Buffer.concat([payload, mailMac(key.secret, payload, target)]).toString('base64url');
}

/** Returns the verified content of a token for this target, or `undefined` if the signature is wrong or it has expired. */
export type VerifyMailToken = (token: string, target: string) => Promise<MailTokenContent | undefined>;

export function mailTokenVerifier(db: Db): VerifyMailToken {
  const findSecret = rememberedSecrets(db);
  return async (token, target) => {
    if (token.length > maxTokenLength) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length <= macBytes || bytes.toString('base64url') !== token) return undefined;
    const payload = bytes.subarray(0, -macBytes);
    const account = readVarint(payload, 0);
    const key = account && readVarint(payload, account.next);
    if (key === undefined || payload.length !== key.next + uuidBytes) return undefined;
    const secret = await findSecret(account!.value, key.value);
    const mac = bytes.subarray(-macBytes);
    if (secret === undefined || !timingSafeEqual(mailMac(secret, payload, target), mac)) return undefined;
    const hex = payload.subarray(key.next).toString('hex');
    const mailId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { accountId: account!.value, mailId };
  };
}

const mailMac = (secret: Uint8Array, payload: Uint8Array, target: string) =>
  macOf(secret, Buffer.concat([label, payload, Buffer.from(target)]));
