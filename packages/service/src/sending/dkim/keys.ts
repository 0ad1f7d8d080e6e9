import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../platform/files/make-directory.ts';
import { syncDirectory } from '../../platform/files/sync.ts';
import type { DkimKey } from './sign.ts';

/** A key stands in a file with the name of its DNS record: `{selector}._domainkey.{domain}.pem`. */
export const fileName: RegExp = /^([\w-]+)\._domainkey\.([\w.-]+)\.pem$/;

/** Returns the keys in a directory, none if it does not exist. @throws Error if one cannot be used */
export function readDkimKeys(directory: string): DkimKey[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((file) => {
    const [, selector, domain] = fileName.exec(file) ?? [];
    if (selector === undefined) return [];
    return [{ selector, domain: domain!.toLowerCase(), privateKey: readKey(join(directory, file)) }];
  });
}

/** Returns the keys of a sender's domain, or of the closest domain above it that has any. */
export function closestKeys<Key extends { domain: string }>(keys: readonly Key[], sender: string): Key[] {
  for (let domain = sender; domain.includes('.'); domain = domain.slice(domain.indexOf('.') + 1)) {
    const found = keys.filter((key) => key.domain === domain);
    if (found.length > 0) return found;
  }
  return [];
}

/** The name of a key: that of its DNS record, and of its file. */
export const keyName = ({ selector, domain }: Pick<DkimKey, 'selector' | 'domain'>): string =>
  `${selector}._domainkey.${domain}`;

/**
 * Returns the keys that sign a mail: those closest to the sender's domain, or the one that its relay names. A relay's key of
 * another domain signs beside them, because receivers look for a signature of the sender's domain (RFC 7489, section 3.1.1).
 * @param signable domains whose keys may sign in the name of the sender: those of its account
 * @param named name of the relay's key
 * @returns `undefined` if there is no key of that name
 */
export function signersOf(
  keys: readonly DkimKey[],
  sender: string,
  signable: readonly string[],
  named?: string | null,
): DkimKey[] | undefined {
  const own = keys.filter(({ domain }) => signable.includes(domain));
  const closest = closestKeys(own, sender);
  if (named == null) return closest;
  const key = keys.find((each) => keyName(each) === named);
  if (key === undefined) return undefined;
  if (!`.${sender}`.endsWith(`.${key.domain}`)) return [key, ...closest];
  return own.includes(key) ? [key] : closest;
}

/**
 * Keys of a directory that need not exist yet, read again when a file is added or removed, so that a new key is used at
 * once. Keeps the last keys while one cannot be read, and calls `report` with the reason.
 * @throws Error if a key cannot be read at first
 */
export function followDkimKeys(directory: string, report: (message: string) => void): () => readonly DkimKey[] {
  const changed = () => statSync(directory, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  let seen = changed();
  let keys = readDkimKeys(directory);
  return () => {
    const now = changed();
    if (now === seen) return keys;
    seen = now;
    try {
      keys = readDkimKeys(directory);
      report(`DKIM keys were read again: ${keys.map(({ domain }) => domain).join(', ') || 'there are none'}`);
    } catch (error) {
      report(`DKIM keys cannot be read, mails are signed with the former ones: ${(error as Error).message}`);
    }
    return keys;
  };
}

/** DNS record required for a key. */
export interface DkimRecord {
  /** Of the senders. */
  domain: string;
  name: string;
  /** Of the TXT record. */
  value: string;
}

/** The DNS records that belong to the keys in a directory. */
export function listDkimRecords(directory: string): DkimRecord[] {
  return readDkimKeys(directory).map(dkimRecord);
}

export const dkimRecord = ({ selector, domain, privateKey }: DkimKey): DkimRecord => ({
  domain,
  name: keyName({ selector, domain }),
  value: recordValue(privateKey),
});

const recordValue = (key: KeyObject) =>
  `v=DKIM1; k=${key.asymmetricKeyType === 'rsa' ? 'rsa' : 'ed25519'}; p=${publicPart(key)}`;

const readKey = (path: string): KeyObject => parseKey(path, readFileSync(path));

/** @throws Error if it is no key that signs */
export function parseKey(name: string, pem: string | Buffer): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ed25519') {
    throw new Error(`${name} has a key of the type ${key.asymmetricKeyType}; DKIM signs with RSA or Ed25519.`);
  }
  return key;
}

/** Returns the contents of the files with keys of a domain and of domains below it, by name. */
export function keyFiles(directory: string, domain: string): Record<string, string> {
  const own = readDkimKeys(directory).filter((key) => `.${key.domain}`.endsWith(`.${domain}`));
  const names = own.map((key) => `${keyName(key)}.pem`);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
}

export type DkimKeyType = 'rsa' | 'ed25519';

/** Makes a key, which no file may have yet, and gives the DNS record that belongs to it. */
export function createDkimKey(
  directory: string,
  { domain, selector, type }: { domain: string; selector: string; type: DkimKeyType },
): { name: string; value: string } {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
  const name = keyName({ selector, domain });
  addFile(directory, `${name}.pem`, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { name, value: recordValue(privateKey) };
}

/** Adds a file that appears complete, because a running service may read it at once. @throws Error `EEXIST` if there is one */
export function addFile(directory: string, name: string, pem: string | Buffer): void {
  makeDirectory(directory);
  const part = join(directory, `${name}.${process.pid}.part`);
  writeFileSync(part, pem, { mode: 0o600, flush: true });
  try {
    linkSync(part, join(directory, name));
  } finally {
    rmSync(part);
  }
  syncDirectory(directory);
}

/** RFC 6376, section 3.6.1: of RSA keys the whole structure; RFC 8463, section 4.2: of Ed25519 the 32 bytes alone. */
function publicPart(privateKey: KeyObject): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return (privateKey.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64');
}
