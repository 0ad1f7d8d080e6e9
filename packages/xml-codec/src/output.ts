/** The document being written: bytes of UTF-8 that grow from front to end. */
export class Output {
  bytes: Uint8Array;
  view: DataView;
  /** Offset of the next byte. */
  at = 0;
  /** Rounds through recursive schemas that are under way. */
  depth = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}

const SMALLEST = 0x4000;

/** An output of this size is kept for the next document; a larger one is given back to the system. */
const KEPT = 0x10_0000;

let spare: Uint8Array | undefined;

/** Runs `write` on memory that documents take turns with; a document that is written meanwhile gets other memory. */
export function withOutput<T>(write: (out: Output) => T): T {
  const out = new Output(spare ?? new Uint8Array(SMALLEST));
  spare = undefined;
  try {
    return write(out);
  } finally {
    if (out.bytes.length <= KEPT) spare = out.bytes;
  }
}

/** Makes room for so many bytes more. */
export function grow(out: Output, more: number): void {
  const bytes = new Uint8Array(Math.max(out.bytes.length * 2, out.at + more));
  bytes.set(out.bytes.subarray(0, out.at));
  out.bytes = bytes;
  out.view = new DataView(bytes.buffer);
}

/** A part that is the same in every document. */
export interface Fixed {
  readonly length: number;
  /**
   * Its bytes, eight in a number, the last one filled up: numbers are copied faster than bytes. Such bytes are no NaN, of
   * which a copy might differ: its two highest ones would be 7F F0 or more, which no text in UTF-8 has.
   */
  readonly words: Float64Array;
}

const encoder = /* @__PURE__ */ new TextEncoder();

export function fixed(text: string): Fixed {
  const bytes = encoder.encode(text);
  const words = new Float64Array(Math.ceil(bytes.length / 8));
  const view = new DataView(new ArrayBuffer(words.length * 8));
  new Uint8Array(view.buffer).set(bytes);
  for (let i = 0; i < words.length; i++) words[i] = view.getFloat64(i * 8, true);
  return { length: bytes.length, words };
}

export function put(out: Output, { length, words }: Fixed): void {
  // The last word may reach beyond.
  if (out.at + length + 8 > out.bytes.length) grow(out, length + 8);
  const { view } = out;
  let p = out.at;
  for (let i = 0; i < words.length; i++, p += 8) view.setFloat64(p, words[i]!, true);
  out.at += length;
}

/** Text as it is. */
export function putText(out: Output, text: string): void {
  // Three bytes are the most that one unit of UTF-16 takes.
  if (out.at + text.length * 3 > out.bytes.length) grow(out, text.length * 3);
  out.at += encoder.encodeInto(text, out.bytes.subarray(out.at)).written;
}
