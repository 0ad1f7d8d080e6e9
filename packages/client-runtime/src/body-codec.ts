/** Raw bytes; text is sent as UTF-8. A stream is sent while it is read, and a call with a stream is never retried. */
export type BinaryBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

/** Decodes the bytes of a response. */
export type Decode = (body: Uint8Array<ArrayBuffer>) => unknown;

export const encodeJson = (value: unknown): BinaryBody => JSON.stringify(value);

/** Text and bytes are sent as they are. */
export const encodeRaw = (value: unknown): BinaryBody => value as BinaryBody;

/** Throws for a number that would become another one: an integer beyond 2^53, or one beyond all numbers. */
export const decodeJson: Decode = (body) => {
  const text = decodeText(body) as string;
  if (/\d{16}|e\+?\d{3}/i.test(text))
    for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|-?\d[^,\s\]}]*/g)) {
      const number = Number(token);
      const isBeyond = /^-?\d+$/.test(token) && `${number}` !== token && `${BigInt(number)}` !== token;
      if (isBeyond || Math.abs(number) === 1 / 0) throw new Error(`${token} is too large`);
    }
  return JSON.parse(text);
};

export const decodeText: Decode = (body) => new TextDecoder('utf-8', { fatal: true }).decode(body);

export const decodeBytes: Decode = (body) => body;
