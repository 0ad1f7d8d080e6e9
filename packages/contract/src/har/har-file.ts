import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Exchange } from '../exchange/exchange.ts';
import { HAR_BEGIN, HAR_END, toHarEntry } from './write.ts';

/** A HAR file to which exchanges are added as they come; none of them is kept in memory. */
export interface HarFile {
  /** @param comment what was found in the exchange */
  add(exchange: Exchange, comment?: string): void;
  close(): void;
}

/**
 * Opens a HAR file that only its owner can read: bodies are data of others. What was in it is replaced. Each entry is written with the
 * end of the file, so that the file is whole whenever the process is killed.
 */
export function openHarFile(name: string): HarFile {
  mkdirSync(dirname(name), { recursive: true });
  const file = openSync(name, 'w', 0o600);
  let end = 0;
  const write = (text: string) => {
    writeAt(file, Buffer.from(text + HAR_END), end);
    end += Buffer.byteLength(text);
  };
  write(HAR_BEGIN);
  let separator = '';
  return {
    add(exchange, comment) {
      write(separator + JSON.stringify(toHarEntry(exchange, new Date(), comment)));
      separator = ',\n';
    },
    close: () => closeSync(file),
  };
}

function writeAt(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
