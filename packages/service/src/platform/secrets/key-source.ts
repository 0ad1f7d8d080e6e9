import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretKeyFile } from '../database/secret-key-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { readSecretText } from '../text/secret-file.ts';
import { newSecretKey, parseSecretKeys, type SecretKey } from './key.ts';

/** The place of the keys: a file, or the environment. */
export interface KeySource {
  /** For messages. */
  name: string;
  /** Returns the keys that are there now, the newest last; none if there is no such place. */
  read(): SecretKey[];
  /** Adds a new key behind the others. */
  add(): void;
}

/** The file of the embedded database, in its data directory. */
export function keysInDirectory(dataDir: string): KeySource {
  const path = join(dataDir, secretKeyFile);
  const text = () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  return {
    name: path,
    read: () => {
      const found = text();
      return found === undefined ? [] : parseSecretKeys(path, found);
    },
    add: () => replaceFile(path, `${text() ?? comment}${newSecretKey()}\n`),
  };
}

const comment = `# Keys of the secrets in the database; the last one encrypts. Without this file the secrets of accounts, webhooks
# and authenticator apps are lost. Keep a copy apart from the backups of the database.
`;

/** Keys that the operator gives to each process; the file is read again when a value has a key that is not known yet. */
export function givenKeys({
  secretsKey,
  secretsKeyFile,
}: {
  secretsKey?: string | undefined;
  secretsKeyFile?: string | undefined;
}): KeySource | undefined {
  if (secretsKeyFile !== undefined) {
    const subject = '--secrets-key-file';
    const read = () => parseSecretKeys(`${subject}: ${secretsKeyFile}`, readSecretText(subject, secretsKeyFile));
    return { name: secretsKeyFile, read, add: () => refuseToAdd(secretsKeyFile) };
  }
  if (!secretsKey) return undefined;
  const name = 'MAILWRIGHT_SECRETS_KEY';
  return { name, read: () => parseSecretKeys(name, secretsKey), add: () => refuseToAdd(name) };
}

/** Other processes need the key before values are encrypted with it. */
function refuseToAdd(name: string): never {
  throw new Error(
    `the newest key of ${name} is in use already. Add one that "mailwright secrets new-key" prints behind it, for all processes, restart those that have it from the environment, and repeat the command.`,
  );
}
