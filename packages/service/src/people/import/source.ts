import { createReadStream } from 'node:fs';
import type { SynchronizedContact } from '@mailwright/server';
import type { Permission } from '../../platform/database/schema.ts';
import type { Encoding } from './file-kind.ts';

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

/** Opens a text file. Bytes that are none of the encoding are an error, so that nobody's name gets wrong letters. */
export function openText(path: string, encoding: Encoding): SourceFile {
  let bytes = 0;
  async function* text(): AsyncGenerator<string> {
    const decoder = new TextDecoder(encoding, { fatal: true });
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 262_144 })) {
        bytes += (chunk as Buffer).length;
        yield decoder.decode(chunk as Buffer, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Error(
        `${path} is not ${encoding.toUpperCase()} text; save it as "CSV UTF-8", or pass --encoding windows-1252 for a file that Excel saved as CSV`,
      );
    }
  }
  return { text: text(), bytesRead: () => bytes };
}
