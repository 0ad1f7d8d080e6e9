import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Secrets with which forms that arrive without a session are given back to their senders, and to nobody else. */
export interface FormKeeper {
  /** Returns where the secret of a session belongs, such as its account. */
  realmOf(sessionToken: string): string;
  /** Returns the secret of a realm, or `undefined` if there is no such realm. */
  secretOf(realm: string): Promise<Uint8Array | undefined>;
}

/** Keeps forms as long as this process runs. */
export function memoryKeeper(): FormKeeper {
  const secret = randomBytes(32);
  return { realmOf: () => '0', secretOf: async (realm) => (realm === '0' ? secret : undefined) };
}

/** Whose form it is. */
export interface Owner {
  realm: string;
  /** A user, or a key. */
  person: string;
}

export interface KeptForm {
  /** Where the form was sent. */
  path: string;
  /** Without files. */
  fields: [name: string, value: string][];
}

/** Names a key without telling it. */
export const personOfKey = (key: string) => `k${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;

const mac = (secret: Uint8Array, { realm, person }: Owner) =>
  createHmac('sha256', secret).update(`owner-of-form:${realm}:${person}`).digest('base64url');

/** Returns a text for every form of a person, which tells later whose it was. */
export const signOwner = (secret: Uint8Array, owner: Owner): string =>
  `${owner.realm}.${owner.person}.${mac(secret, owner)}`;

/** Returns whose form it was, or `undefined` if this service has not signed that. */
export async function readOwner(keeper: FormKeeper, signed: string): Promise<Owner | undefined> {
  const [, realm, person, given] = /^([\w-]{1,30})\.([\w-]{1,40})\.([\w-]{43})$/.exec(signed) ?? [];
  if (realm === undefined || person === undefined) return undefined;
  const secret = await keeper.secretOf(realm);
  if (secret === undefined) return undefined;
  const isGenuine = timingSafeEqual(Buffer.from(given!), Buffer.from(mac(secret, { realm, person })));
  return isGenuine ? { realm, person } : undefined;
}

/** Time in which somebody signs in again. */
const lifetimeMillis = 3_600_000;
/** Largest form that is kept, compressed and in base64. */
const largest = 500_000;
const largestOpened = 9_000_000;
const sizes = { nonce: 12, tag: 16 };

/** Bounds of the forms of a page that asks to sign in, with a form that is kept. */
export const keptBytes = largest + 16_384;

/** Encrypts a form for its owner; `undefined` if it is too large. It is stored nowhere: the page that asks to sign in has it. */
export function sealForm(secret: Uint8Array, owner: Owner, form: KeptForm, now = Date.now()): string | undefined {
  const nonce = randomBytes(sizes.nonce);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, owner), nonce);
  const text = deflateRawSync(JSON.stringify({ ...form, until: now + lifetimeMillis }));
  const sealed = Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  return sealed.length > largest ? undefined : sealed;
}

/** Decrypts a form for its owner; `undefined` for others, and when its time is over. */
export function openForm(secret: Uint8Array, owner: Owner, sealed: string, now = Date.now()): KeptForm | undefined {
  if (sealed.length > largest) return undefined;
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < sizes.nonce + sizes.tag) return undefined;
  try {
    const key = keyOf(secret, owner);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, sizes.nonce), { authTagLength: sizes.tag });
    decipher.setAuthTag(bytes.subarray(-sizes.tag));
    const text = Buffer.concat([decipher.update(bytes.subarray(sizes.nonce, -sizes.tag)), decipher.final()]);
    const opened = inflateRawSync(text, { maxOutputLength: largestOpened }).toString();
    const { until, ...form } = JSON.parse(opened) as KeptForm & { until: number };
    return until < now ? undefined : form;
  } catch {
    return undefined;
  }
}

const keyOf = (secret: Uint8Array, { realm, person }: Owner) =>
  Buffer.from(hkdfSync('sha256', secret, '', `kept-form:${realm}:${person}`, 32));
