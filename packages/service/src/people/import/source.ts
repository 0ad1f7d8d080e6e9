import { createReadStream } from 'node:fs';
import type { SynchronizedContact } from '@mailwright/server';
import type { Permission } from '../../platform/database/schema.ts';

/** One contact of a file, or what is wrong with its row. */
export type SourceRow = { line: number } & (ValidRow | { fault: string });

export interface ValidRow {
  contact: SynchronizedContact;
  /** Of the row, when the file tells it. */
  permission?: Permission;
  /** Has unsubscribed where the file comes from, and is left out. */
  unsubscribed?: true;
}

/** The text of a file piece by piece, and how much of it was read. */
export interface SourceFile {
  text: AsyncIterable<string>;
  bytesRead(): number;
}

/** Opens a file of UTF-8 text; anything else is an error, and never becomes wrong letters in somebody's name. */
export function openText(path: string): SourceFile {
  let bytes = 0;
  async function* text(): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
        bytes += (chunk as Buffer).length;
        yield decoder.decode(chunk as Buffer, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Error(`${path} is not UTF-8 text; save it in UTF-8 encoding`);
    }
  }
  return { text: text(), bytesRead: () => bytes };
}
