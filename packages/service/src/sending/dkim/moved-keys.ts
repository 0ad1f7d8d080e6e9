import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addFile, fileName, parseKey } from './keys.ts';

/** Contents of files with keys, by name. */
type KeyFiles = Record<string, string>;

/** Longer keys take long to sign with, and receivers need not verify shorter or longer ones (RFC 8301, section 3.2). */
const rsaBits = { least: 1024, most: 4096 };

/**
 * Checks keys that an account brings from another installation.
 * @param domains the account's own domain, and those of others, which an added key must not sign for
 * @throws Error that says which file is at fault
 */
export function refuseKeyFiles(
  directory: string,
  files: KeyFiles,
  { own, others }: { own: string; others: readonly string[] },
): void {
  for (const [name, pem] of Object.entries(files)) {
    const domain = fileName.exec(name)?.[2]?.toLowerCase();
    if (domain === undefined) throw new Error(`the file has a DKIM key with the name ${name}, which is no name of one`);
    if (!own.includes('.') || !isWithin(domain, own))
      throw new Error(`the DKIM key ${name} in the file is for another domain than that of the account, ${own}`);
    refuseUnusable(name, pem);
    const concerned = others.find((other) => isWithin(other.toLowerCase(), domain));
    if (concerned !== undefined && read(directory, name) !== pem)
      throw new Error(
        `the DKIM key ${name} in the file would sign mails of ${concerned}, which another account here sends from; if that is wanted, add the file to the directory of --dkim-keys and import again`,
      );
  }
}

function refuseUnusable(name: string, pem: string): void {
  try {
    const { modulusLength: bits = rsaBits.least } = parseKey(name, pem).asymmetricKeyDetails!;
    if (bits >= rsaBits.least && bits <= rsaBits.most) return;
  } catch {
    throw new Error(`${name} in the file is no private key that DKIM signs with`);
  }
  throw new Error(`${name} in the file must have ${rsaBits.least} to ${rsaBits.most} bits`);
}

const isWithin = (domain: string, above: string) => `.${domain}`.endsWith(`.${above}`);

/** Writes keys under names that nobody reads, until it is known whether the account is here. */
export function holdKeyFiles(directory: string, accountId: number, files: KeyFiles): void {
  for (const [name, pem] of Object.entries(files)) {
    const held = `${name}.account-${accountId}`;
    rmSync(join(directory, held), { force: true });
    addFile(directory, held, pem);
  }
}

/** Adds the keys of an account beside those that are there, and returns the names of the new ones. */
export function releaseKeyFiles(directory: string, accountId: number, files: KeyFiles): string[] {
  const added = Object.entries(files).filter(([name]) => read(directory, name) === undefined);
  for (const [name, pem] of added) addFile(directory, name, pem);
  for (const name of Object.keys(files)) rmSync(join(directory, `${name}.account-${accountId}`), { force: true });
  return added.map(([name]) => name);
}

/**
 * Releases or removes the keys that are held, also those of imports during which a process was killed.
 * @param isHere whether an account has been imported
 */
export async function settleKeyFiles(
  directory: string,
  isHere: (accountId: number) => Promise<boolean>,
): Promise<void> {
  for (const held of list(directory)) {
    const [, name, account] = /^(.+\.pem)\.account-(\d{1,16})$/.exec(held) ?? [];
    if (name === undefined || !fileName.test(name)) continue;
    const accountId = Number(account);
    if (await isHere(accountId)) releaseKeyFiles(directory, accountId, { [name]: read(directory, held)! });
    else rmSync(join(directory, held), { force: true });
  }
}

const list = (directory: string): string[] => ignoringAbsence(() => readdirSync(directory)) ?? [];
const read = (directory: string, name: string) => ignoringAbsence(() => readFileSync(join(directory, name), 'utf8'));

function ignoringAbsence<Value>(get: () => Value): Value | undefined {
  try {
    return get();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
