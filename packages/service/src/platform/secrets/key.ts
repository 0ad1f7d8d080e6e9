import { createHash, randomBytes } from 'node:crypto';

/** A key that secrets are encrypted with. */
export interface SecretKey {
  /** 16 hexadecimal digits, computed from the key. */
  id: string;
  bytes: Uint8Array;
}

/** Returns the text of a new key of 256 random bits. */
export const newSecretKey = (): string => `mws_${randomBytes(32).toString('base64url')}`;

const form = /^mws_([\w-]{43})$/;

/**
 * Reads keys, separated by blanks or line ends; `#` begins a comment up to the end of the line. The last key is the newest.
 * @param subject begins the message of an error, which does not repeat the text
 * @throws Error if there is no key, or something else
 */
export function parseSecretKeys(subject: string, text: string): SecretKey[] {
  const words = text
    .replaceAll(/#.*$/gm, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0)
    throw new Error(`${subject} contains no key; create one with "mailwright secrets new-key", or restore it.`);
  return words.map((word, at) => {
    const bytes = Buffer.from(form.exec(word)?.[1] ?? '', 'base64url');
    if (bytes.length === 32) return { id: idOf(bytes), bytes };
    throw new Error(
      `${subject}: entry ${at + 1} is not a key; a key is mws_ and 43 letters, digits, "-" or "_", as "mailwright secrets new-key" prints it.`,
    );
  });
}

const idOf = (bytes: Uint8Array) =>
  createHash('sha256').update('Mailwright secret key').update(bytes).digest('hex').slice(0, 16);
