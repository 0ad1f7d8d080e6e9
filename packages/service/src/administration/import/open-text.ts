import { createReadStream } from 'node:fs';
import type { Encoding } from '../../imports/index.ts';

/** A file that is read in pieces. */
export interface SourceFile {
  text: AsyncIterable<string>;
  bytesRead(): number;
}

/** Opens a text file. @throws Error if the file has another encoding, which would garble names */
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
