import { createPrivateKey, type KeyObject } from 'node:crypto';

/** The private key of a file's text in PEM. Throws an error in words. */
export function privateKeyOf(text: string, file: string): KeyObject {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(text))
    throw new Error(`the private key ${file} is encrypted; give one without a passphrase`);
  try {
    return createPrivateKey(text);
  } catch {
    throw new Error(`${file} does not contain a private key in PEM format`);
  }
}
