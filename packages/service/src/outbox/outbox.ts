import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailTransport } from '../delivery/transport.ts';

/** Name of a mail in the outbox: time of sending and a random part, without the ending `.eml`. */
const mailName = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;

/** Mails that stay on this machine, one file each, where a person can look at them. */
export interface Outbox extends MailTransport {
  /** Names of an account's mails, the newest first. */
  list(accountId: number): Promise<string[]>;
  /** The message; undefined when the account has no such mail. */
  read(accountId: number, name: string): Promise<Buffer | undefined>;
}

/** An outbox in a directory: `<directory>/<account id>/<name>.eml`. */
export function openOutbox(directory: string): Outbox {
  const folder = (accountId: number) => join(directory, String(accountId));
  return {
    async send({ accountId, raw }) {
      await mkdir(folder(accountId), { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replace(/[-:.]/g, '');
      const name = `${time}-${crypto.randomUUID().slice(0, 8)}`;
      await writeDurably(join(folder(accountId), `${name}.eml`), raw);
      return undefined;
    },
    async list(accountId) {
      const files = await readdir(folder(accountId)).catch(ifAbsent<string[]>([]));
      const names = files.filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -'.eml'.length));
      return names.sort().reverse();
    },
    async read(accountId, name) {
      if (!mailName.test(name)) return undefined;
      return readFile(join(folder(accountId), `${name}.eml`)).catch(ifAbsent(undefined));
    },
    async close() {},
  };
}

/** A mail appears under its name only when it is whole and on the disk. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

function ifAbsent<Value>(value: Value) {
  return (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
