/** Line ends and length of lines. */
export interface LineRules {
  /** `lf` of JSON lines, `rs` before each text of `application/json-seq` (RFC 7464), or those of server-sent events. */
  ends: 'lf' | 'rs' | 'any';
  /** Bytes of one line. */
  limit: number;
  /** The error for a longer one. */
  tooLong: () => Error;
}

const LF = 10;
const CR = 13;
const RS = 30;

/** Divides a stream of bytes into lines, without what ends them, and holds no more than one of them and one chunk. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  { ends, limit, tooLong }: LineRules,
): AsyncGenerator<string> {
  const isEnd = (byte: number) => (ends === 'rs' ? byte === RS : byte === LF || (ends === 'any' && byte === CR));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pieces: Uint8Array[] = [];
  let size = 0;
  let afterCr = false;
  const add = (piece: Uint8Array) => {
    size += piece.length;
    if (size > limit) throw tooLong();
    pieces.push(piece);
  };
  const line = (): string => {
    const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
    pieces = [];
    size = 0;
    return ends === 'lf' && text.endsWith('\r') ? text.slice(0, -1) : text;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      const isSecond = afterCr && byte === LF;
      afterCr = ends === 'any' && byte === CR;
      if (isSecond) from = at + 1;
      else if (isEnd(byte)) {
        add(chunk.subarray(from, at));
        from = at + 1;
        yield line();
      }
    }
    // The next chunk may reuse the memory of this one.
    if (from < chunk.length) add(chunk.slice(from));
  }
  if (size > 0) yield line();
}
