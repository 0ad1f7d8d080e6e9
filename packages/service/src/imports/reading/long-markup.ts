/** Bytes of a tag, a comment or a CDATA section. Sheets have lists of cells in attributes, of some KB. */
export const maxMarkupBytes = 256 * 1024;

/** Starts that need more than one character to be told from others. */
const comment = '!--';
const section = '![CDATA[';

/**
 * Finds markup that is too long in XML that comes in pieces. The library that reads sheets looks at the whole of a tag or a
 * comment again for each piece that comes, which takes the square of its length.
 */
export class MarkupScan {
  /** Of the markup that is open; 0 in text. */
  #length = 0;
  /** First characters of the markup, while its kind is not known. */
  #start: string | undefined;
  /** What ends the markup; `undefined` for a tag, whose values may have `>`. */
  #end: string | undefined;
  /** Number of characters of the end that were read. */
  #ended = 0;
  /** Quote of the value that is open in a tag. */
  #quote = 0;

  /** Reads a piece. Returns whether any markup is too long. */
  isTooLong(piece: Uint8Array): boolean {
    for (let at = 0; at < piece.length; at++) {
      if (this.#length > 0) {
        if (++this.#length > maxMarkupBytes) return true;
        this.#read(piece[at]!);
        continue;
      }
      at = piece.indexOf(lessThan, at);
      if (at === -1) return false;
      this.#length = 1;
      this.#start = '';
    }
    return false;
  }

  #read(byte: number): void {
    if (this.#start === undefined) {
      if (this.#end === undefined) this.#readTag(byte);
      else this.#readUntil(byte);
      return;
    }
    const start = this.#start + String.fromCharCode(byte);
    this.#start = undefined;
    this.#ended = 0;
    this.#quote = 0;
    if (start === comment) this.#end = '-->';
    else if (start === section) this.#end = ']]>';
    else if (start === '?') this.#end = '?>';
    else if (comment.startsWith(start) || section.startsWith(start)) this.#start = start;
    else {
      this.#end = start.startsWith('!') || start === '/' ? '>' : undefined;
      this.#read(byte);
    }
  }

  #readTag(byte: number): void {
    if (this.#quote !== 0) {
      if (byte === this.#quote) this.#quote = 0;
    } else if (byte === doubleQuote || byte === singleQuote) this.#quote = byte;
    else if (byte === greaterThan) this.#length = 0;
  }

  /** The first characters of each end are alike. */
  #readUntil(byte: number): void {
    const end = this.#end!;
    if (byte === end.charCodeAt(this.#ended)) this.#ended++;
    else if (byte !== end.charCodeAt(0)) this.#ended = 0;
    if (this.#ended === end.length) this.#length = 0;
  }
}

const lessThan = 0x3c;
const greaterThan = 0x3e;
const doubleQuote = 0x22;
const singleQuote = 0x27;
