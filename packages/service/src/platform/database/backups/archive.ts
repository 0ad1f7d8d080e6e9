import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Duplex, Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar/fs';
import { syncDirectory } from '../../files/sync.ts';
import type { CopyProgress } from './copy-progress.ts';

/** Pages of PostgreSQL shrink to a fraction at once; more effort gains little. */
const compression = { level: 1 };

/** @throws Error for what is no public key of age */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  await encrypterFor(recipients);
}

/**
 * Packs a backup into one file with tar, gzip and age (age-encryption.org/v1), in this order.
 * @param recipients public keys, such as `age1…`
 * @param target the file; it appears when it is complete and on disk
 */
export async function packBackup(
  backup: string,
  target: string,
  recipients: readonly string[],
  show: (progress: CopyProgress) => void,
): Promise<void> {
  const encrypter = await encrypterFor(recipients);
  const unfinished = join(dirname(target), `.${basename(target)}.unfinished`);
  const packed = webStream(packTar(backup)).pipeThrough(webTransform(counted(bytesBelow(backup), show)));
  try {
    const encrypted = await encrypter.encrypt(packed.pipeThrough(webTransform(createGzip(compression))));
    await pipeline(nodeStream(encrypted), createWriteStream(unfinished, { mode: 0o600 }));
    await syncFile(unfinished);
    await rename(unfinished, target);
    syncDirectory(dirname(target));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Unpacks such a file into an existing directory.
 * @param identity a private key, `AGE-SECRET-KEY-…`
 * @throws Error that says why the file cannot be decrypted or unpacked
 */
export async function unpackBackup(
  archive: string,
  directory: string,
  identity: string,
  show: (progress: CopyProgress) => void,
): Promise<void> {
  const { Decrypter } = await import('#age');
  try {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const read = createReadStream(archive).pipe(counted(statSync(archive).size, show));
    const decrypted = nodeStream(await decrypter.decrypt(webStream(read)));
    // Nothing but files and directories belongs to a backup: a link could lead out of the directory.
    const filter = ({ type = 'file' }: { type?: string }) => type === 'file' || type === 'directory';
    await pipeline(decrypted, createGunzip(), unpackTar(directory, { filter, fmode: 0o600, dmode: 0o700 }));
  } catch (error) {
    throw new Error(`${archive} cannot be unpacked: ${(error as Error).message}.`);
  }
}

async function encrypterFor(recipients: readonly string[]) {
  const { Encrypter } = await import('#age');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new Error(
        `${recipient} is not a public key of age; "age-keygen" makes a pair whose public key begins with "age1".`,
      );
    }
  }
  return encrypter;
}

function counted(total: number, show: (progress: CopyProgress) => void): Transform {
  let copied = 0;
  return new Transform({
    transform(chunk: Uint8Array, _: BufferEncoding, done: TransformCallback) {
      copied += chunk.length;
      show({ copied: Math.min(copied, total), total });
      done(null, chunk);
    },
  });
}

function bytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

// Streams of the Web carry an error from one end to the other; the types of Node and of the Web are not the same.
type Bytes = ReadableStream<Uint8Array>;
const webStream = (stream: Readable) => Readable.toWeb(stream) as unknown as Bytes;
const nodeStream = (stream: Bytes) => Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
const webTransform = (stream: Transform) =>
  Duplex.toWeb(stream) as unknown as { readable: Bytes; writable: WritableStream<Uint8Array> };
