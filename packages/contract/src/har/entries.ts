import { InputError } from '../input-error.ts';

/** The text of an entry of `log.entries`; absent if it is longer than the limit. */
export interface EntryText {
  /** Counted from 1. */
  number: number;
  text?: string;
}

/** Longest entry that is read, in bytes. The length of the file is not limited. */
export const LONGEST_ENTRY = 64 * 2 ** 20;
const LONGEST_NAME = 64;
/** Bytes by which files of other kinds are known. */
const SIGNATURE = 4;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Depth of the members of `log`, and of the elements of `entries`. */
const [LOG, ENTRIES] = [2, 3];

/**
 * Finds the entries of an HTTP Archive (HAR 1.2) in the bytes of a file, without holding more than one of them.
 * @throws InputError when the bytes are no HAR, or end before it does
 */
export async function* findEntries(
  chunks: AsyncIterable<Uint8Array>,
  most = LONGEST_ENTRY,
): AsyncGenerator<EntryText, void> {
  const scanner = createScanner(most);
  for await (const chunk of chunks) yield* scanner.read(chunk);
  scanner.end();
}

function createScanner(most: number) {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** Bytes of a text that may be the name of a member; only names near the root matter. */
  let name: number[] = [];
  const names: string[] = [];
  let isInEntries = false;
  let hasEntries = false;
  let begun = false;
  let head: Uint8Array = new Uint8Array();
  let number = 0;
  let kept: Uint8Array[] = [];
  let length = 0;

  const keep = (bytes: Uint8Array) => {
    length += bytes.length;
    if (length > most) kept = [];
    else if (bytes.length > 0) kept.push(bytes);
  };
  const take = (): EntryText[] => {
    const text = length > most ? undefined : Buffer.concat(kept).toString().trim();
    [kept, length] = [[], 0];
    // An empty list has no first entry.
    if (text === '') return [];
    number++;
    return [text === undefined ? { number } : { number, text }];
  };

  /** Reads a byte outside of texts. Returns true if an entry ends before it. */
  const step = (byte: number): boolean => {
    if (byte === QUOTE) {
      isInText = true;
      name = [];
    } else if (byte === COLON && depth <= LOG) names[depth] = Buffer.from(name).toString();
    else if (byte === COMMA) return isInEntries && depth === ENTRIES;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      const isFound = byte === OPEN_LIST && depth === LOG && names[1] === 'log' && names[2] === 'entries';
      depth++;
      if (isFound && !hasEntries) [isInEntries, hasEntries] = [true, true];
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      const isEnd = isInEntries && depth === ENTRIES;
      depth--;
      if (isEnd) isInEntries = false;
      return isEnd;
    }
    return false;
  };

  return {
    *read(bytes: Uint8Array): Generator<EntryText> {
      const chunk = begun ? bytes : Buffer.concat([head, bytes]);
      if (!begun) {
        head = chunk;
        if (chunk.length < SIGNATURE) return;
        begun = true;
        refuseOtherFiles(chunk);
      }
      let from = 0;
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at]!;
        if (isInText) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInText = false;
          if (isInText && depth <= LOG && name.length < LONGEST_NAME) name.push(byte);
          continue;
        }
        const wasInEntries = isInEntries;
        const ends = step(byte);
        if (ends) {
          keep(chunk.subarray(from, at));
          yield* take();
        }
        if (ends || (isInEntries && !wasInEntries)) from = at + 1;
      }
      if (isInEntries) keep(chunk.subarray(from));
    },
    end() {
      if (!begun) throw new InputError(head.length === 0 ? 'the file is empty' : 'the file is no HAR: it is too short');
      if (depth > 0)
        throw new InputError(
          hasEntries
            ? `the file ends after ${number} entries, before the log does: it was cut off; export it again`
            : 'the file ends before its JSON does, and has no entries up to there: export it again',
        );
      if (!hasEntries)
        throw new InputError('the file is JSON, but no HAR: it has no list log.entries (HTTP Archive 1.2)');
    },
  };
}

const isLetter = (chunk: Uint8Array, ...bytes: number[]) => bytes.every((byte, i) => chunk[i] === byte);

/** @throws InputError for files that people take for HAR */
function refuseOtherFiles(chunk: Uint8Array): void {
  if (isLetter(chunk, 0x50, 0x4b)) throw new InputError('the file is a ZIP archive: unpack it and give the .har in it');
  if (isLetter(chunk, 0x1f, 0x8b)) throw new InputError('the file is compressed: unpack it with gunzip first');
  if (isLetter(chunk, 0xff, 0xfe) || isLetter(chunk, 0xfe, 0xff))
    throw new InputError('the file is in UTF-16: save it in UTF-8');
  const hasMark = isLetter(chunk, 0xef, 0xbb, 0xbf);
  const start = Buffer.from(chunk.subarray(hasMark ? 3 : 0, 200))
    .toString('latin1')
    .trimStart();
  if (start !== '' && !start.startsWith('{'))
    throw new InputError('the file is no HAR: it does not begin with {, as the JSON of an HTTP Archive does');
}
