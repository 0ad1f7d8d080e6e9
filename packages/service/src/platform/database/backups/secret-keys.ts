import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { readSecretText } from '../../text/secret-file.ts';
import { secretKeyFile } from '../secret-key-file.ts';
import { addChecksums } from './checksums.ts';

/** Puts the file with the keys of secrets into a backup. @throws Error if it cannot be read */
export async function addSecretKeys(backup: string, file: string): Promise<void> {
  replaceFile(join(backup, secretKeyFile), readSecretText('--with-key', file));
  await addChecksums(backup, [secretKeyFile]);
}

/** Takes the keys from a backup into a data directory, unless it has keys of its own already. */
export async function takeSecretKeys(backup: string, dataDir: string): Promise<void> {
  const [from, to] = [join(backup, secretKeyFile), join(dataDir, secretKeyFile)];
  if (existsSync(from) && !existsSync(to)) replaceFile(to, await readFile(from, 'utf8'));
}
