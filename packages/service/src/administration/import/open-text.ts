import { createReadStream } from 'node:fs';

/** A file that is read in pieces. */
export interface SourceFile {
  text: AsyncIterable<string>;
  bytesRead(): number;
}

/** Opens a file of UTF-8 text. @throws Error if the file has another encoding, which would garble names */
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
