import { createCipheriv, timingSafeEqual } from 'node:crypto';
import { type Bearer, macOf, numberOf, purposeOf, type ReadToken, readBearer, type TrackingKey } from './token.ts';
import { readVarint, writeVarint } from './varint.ts';

/**
 * Tokens of the links and the image of one mail. One MAC makes a key of the mail, and this one a tag for each address: a block of AES,
 * which costs a fraction of a MAC. Who has one of the tokens, as the site that a link leads to, can make no other one.
 */

/** Begins such tokens: no account has the number 0, with which all others would have to begin. */
const mark = 0;
const label = Buffer.from('\0key of a mail\0');
const keyBytes = 16;
const blockBytes = 16;
/** Of the block. A multiple of three, so that it is encoded by itself. */
const tagBytes = 12;

/** What a mail's tokens have in common. */
interface Mail {
  mailingId: number;
  bearer: Bearer;
}

/** Links with what their tokens have in common in all mails; of lists that are the same object in each mail. */
const known = new WeakMap<readonly number[], Encoded>();

interface Encoded {
  blocks: Buffer;
  names: readonly string[];
}

/** Makes the tokens of a mail. The MAC is computed when the first one is asked for. */
export function mailTokens(key: TrackingKey, mail: Mail) {
  let made: ReturnType<typeof begin> | undefined;
  const write = ({ blocks, names }: Encoded): string[] => {
    made ??= begin(key, mail);
    return withTags(made, blocks, names);
  };
  return {
    /** Tokens of links, by their ids. */
    links(ids: readonly number[]): string[] {
      const encoded = known.get(ids) ?? encode(ids.map((link) => numberOf({ link })));
      known.set(ids, encoded);
      return write(encoded);
    },
    pixel: (): string => write(pixel)[0]!,
  };
}

function begin({ accountId, number, secret }: TrackingKey, { mailingId, bearer }: Mail) {
  const bytes = [mark];
  for (const value of [accountId, number, mailingId, 'alias' in bearer ? 1 : 0]) writeVarint(bytes, value);
  if ('alias' in bearer) bytes.push(...Buffer.from(bearer.alias, 'base64url'));
  else {
    writeVarint(bytes, bearer.recipientId);
    writeVarint(bytes, bearer.contactId);
  }
  pad(bytes);
  const payload = Buffer.from(bytes);
  const mailKey = macOf(secret, Buffer.concat([label, payload]), keyBytes);
  return { start: payload.toString('base64url'), cipher: createCipheriv('aes-128-ecb', mailKey, null) };
}

function withTags({ start, cipher }: ReturnType<typeof begin>, blocks: Buffer, names: readonly string[]): string[] {
  const encrypted = cipher.update(blocks);
  const tags = Buffer.allocUnsafe(names.length * tagBytes);
  for (const at of names.keys()) encrypted.copy(tags, at * tagBytes, at * blockBytes, at * blockBytes + tagBytes);
  const text = tags.toString('base64url');
  const length = (tagBytes / 3) * 4;
  return names.map((name, at) => start + name + text.slice(at * length, (at + 1) * length));
}

function encode(numbers: readonly number[]): Encoded {
  const blocks = Buffer.alloc(numbers.length * blockBytes);
  const names = numbers.map((number, at) => {
    blocks.writeBigUInt64BE(BigInt(number), at * blockBytes);
    const bytes: number[] = [];
    writeVarint(bytes, number);
    pad(bytes);
    return Buffer.from(bytes).toString('base64url');
  });
  return { blocks, names };
}

/** Three bytes are four characters: parts that are padded can be encoded each by itself. */
function pad(bytes: number[]): void {
  while (bytes.length % 3 !== 0) bytes.push(0);
}

const padded = (length: number) => Math.ceil(length / 3) * 3;

const pixel = encode([numberOf('pixel')]);

export const isOfMail = (bytes: Uint8Array): boolean => bytes[0] === mark;

/** Undefined for what no such token can look like. */
export function readTokenOfMail(bytes: Buffer): ReadToken | undefined {
  const payload = bytes.subarray(0, -tagBytes);
  const account = readVarint(payload, 1);
  const key = account && readVarint(payload, account.next);
  const mailing = key && readVarint(payload, key.next);
  const kind = mailing && readVarint(payload, mailing.next);
  const read = kind && readBearer(payload, kind.next, kind.value === 1);
  const use = read && readVarint(payload, padded(read.next));
  if (use === undefined) return undefined;
  const { bearer } = read!;
  const accountId = account!.value;
  const mailingId = mailing!.value;
  const purpose = purposeOf(use.value);
  return {
    accountId,
    keyNumber: key!.value,
    verify(secret) {
      const maker = { accountId, number: key!.value, secret };
      const { blocks, names } = encode([use.value]);
      const [expected] = withTags(begin(maker, { mailingId, bearer }), blocks, names);
      // All of it, so that no other spelling of a number is taken for it.
      const own = Buffer.from(expected!, 'base64url');
      return own.length === bytes.length && timingSafeEqual(own, bytes)
        ? { accountId, mailingId, purpose, bearer }
        : undefined;
    },
  };
}
