import { open, opendir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory } from '../../platform/files/make-directory.ts';
import { flushDirectory } from '../../platform/files/sync.ts';
import { type MailTransport, messageOf } from '../mail/transport.ts';

/** Name of a mail in the outbox: time of sending, a random part, and the contact's id; without the ending `.eml`. */
const mailName = /^\d{8}T\d{9}Z-[0-9a-f]{8}-\d+$/;
/** The contact of a file, also of one whose writing was cut off. */
const contactOfFile = /-(\d+)\.eml(\.part)?$/;

/** Files that are written at the same time. */
const parallelWrites = 10;
/** Headers that this service writes are far shorter. */
const maxHeadBytes = 16_384;

/** Some mails of an account by their names, the newest first. */
export interface OutboxPage {
  names: string[];
  /** Whether there are older ones. */
  more: boolean;
  /** All mails of the account. */
  total: number;
}

/** Mails that stay on this machine, one file each, where a person can look at them. */
export interface Outbox extends MailTransport {
  /** The newest mails of an account, or the newest that are older than one. Memory does not grow with the outbox. */
  list(accountId: number, limit: number, olderThan?: string): Promise<OutboxPage>;
  /** The headers of a message, without what follows them; undefined when the account has no such mail. */
  head(accountId: number, name: string): Promise<Buffer | undefined>;
  /** The message; undefined when the account has no such mail. */
  read(accountId: number, name: string): Promise<Buffer | undefined>;
  /** Ids of the contacts that mails of the account went to. */
  recipients(accountId: number): Promise<number[]>;
  /** Removes the mails of the account that went to some contacts. */
  remove(accountId: number, concerns: (contactId: number) => boolean): Promise<void>;
  /** After which erasures the mails of the account were looked through; undefined when they never were. */
  mark(accountId: number): Promise<string | undefined>;
  setMark(accountId: number, mark: string): Promise<void>;
}

/** An outbox in a directory: `<directory>/<account id>/<name>.eml`. */
export function openOutbox(directory: string): Outbox {
  const folder = (accountId: number) => join(directory, String(accountId));
  const markFile = (accountId: number) => join(directory, `${accountId}.erased`);
  const files = async (accountId: number) => {
    const names = await readdir(folder(accountId)).catch(ifAbsent<string[]>([]));
    return names.flatMap((file) => {
      const contactId = contactOfFile.exec(file)?.[1];
      return contactId === undefined ? [] : [{ file, contactId: Number(contactId) }];
    });
  };
  return {
    connections: parallelWrites,
    isLocal: true,
    async send(mail) {
      const { accountId, contactId } = mail;
      makeDirectory(folder(accountId));
      const time = new Date().toISOString().replace(/[-:.]/g, '');
      const name = `${time}-${crypto.randomUUID().slice(0, 8)}-${contactId}`;
      await writeDurably(join(folder(accountId), `${name}.eml`), messageOf(mail));
      return undefined;
    },
    async list(accountId, limit, olderThan) {
      let newest: string[] = [];
      let [total, older] = [0, 0];
      const keepNewest = () => {
        newest = newest.sort().reverse().slice(0, limit);
      };
      for await (const name of mailNames(folder(accountId))) {
        total++;
        if (olderThan !== undefined && name >= olderThan) continue;
        older++;
        if (newest.push(name) >= 10 * limit) keepNewest();
      }
      keepNewest();
      return { names: newest, more: older > newest.length, total };
    },
    async head(accountId, name) {
      if (!mailName.test(name)) return undefined;
      const file = await open(join(folder(accountId), `${name}.eml`)).catch(ifAbsent(undefined));
      if (file === undefined) return undefined;
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
        const end = buffer.indexOf('\r\n\r\n');
        return buffer.subarray(0, end === -1 ? bytesRead : end + 2);
      } finally {
        await file.close();
      }
    },
    async read(accountId, name) {
      if (!mailName.test(name)) return undefined;
      return readFile(join(folder(accountId), `${name}.eml`)).catch(ifAbsent(undefined));
    },
    async recipients(accountId) {
      return [...new Set((await files(accountId)).map(({ contactId }) => contactId))];
    },
    async remove(accountId, concerns) {
      for (const { file, contactId } of await files(accountId)) {
        if (concerns(contactId)) await rm(join(folder(accountId), file), { force: true });
      }
    },
    async mark(accountId) {
      return readFile(markFile(accountId), 'utf8').catch(ifAbsent(undefined));
    },
    async setMark(accountId, mark) {
      makeDirectory(directory);
      await writeDurably(markFile(accountId), Buffer.from(mark));
    },
    async close() {},
  };
}

async function* mailNames(folder: string): AsyncGenerator<string> {
  const directory = await opendir(folder, { bufferSize: 1024 }).catch(ifAbsent(undefined));
  if (directory === undefined) return;
  for await (const { name } of directory) if (name.endsWith('.eml')) yield name.slice(0, -'.eml'.length);
}

/** A file appears under its name only when it is whole and on the disk. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  // An erasure removes what is being written too: whoever is erased meanwhile has no mail.
  await rename(`${path}.part`, path).catch(ifAbsent(undefined));
  await flushDirectory(dirname(path)).catch(ifAbsent(undefined));
}

function ifAbsent<Value>(value: Value) {
  return (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
